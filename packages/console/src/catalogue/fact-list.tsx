import { Box, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'

type Fact = readonly [name: string, value: string | null]

/**
 * Names and values, custom data behind them; what is not known is left out. Texts are shown as
 * texts, whatever is in them.
 */
export function FactList({ facts, properties }: { facts: readonly Fact[]; properties: Product['properties'] }) {
  const t = useTranslations('catalogue.fields')
  const custom = properties.map(({ key, value, keyGroup }): Fact => [keyGroup ? `${keyGroup}: ${key}` : (key ?? ''), value])
  const shown = [...facts, ...custom].filter(([, value]) => value)
  if (shown.length === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <Box component="dl" className="facts">
      {shown.map(([name, value]) => (
        <Fact key={`${name}: ${value}`} name={name} value={value ?? ''} />
      ))}
    </Box>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="note-text">{value}</dd>
    </>
  )
}
