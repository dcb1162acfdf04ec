import { Box, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { otherProperties, propertyName, propertyValue } from './property-values.ts'
import { type DeclaredField, fieldText } from './use-declared-fields.ts'

type FactsProps = { properties: Order['properties']; fields: readonly DeclaredField[] }

/** Properties as people read them: declared ones by their names, then all others by their keys. */
export function Facts({ properties, fields }: FactsProps) {
  const t = useTranslations('fields')
  const facts = useFacts({ properties, fields })
  if (facts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    )
  return (
    <Box component="dl" className="facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </Box>
  )
}

/** Names and values of properties, without those that have no value. */
export function useFacts({ properties, fields }: FactsProps): (readonly [name: string, value: string])[] {
  const t = useTranslations('fields')
  const format = useFormat()
  const words = { yes: t('yes'), no: t('no') }
  const declared = fields
    .filter(({ onPage }) => onPage)
    .map((field) => {
      const value = propertyValue(properties, field.key)
      return [field.label, value === '' ? '' : fieldText(field, value, { format, words })] as const
    })
  const others = otherProperties(properties, fields).map((item) => [propertyName(item), item.value ?? ''] as const)
  return [...declared, ...others].filter(([, value]) => value !== '')
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="note-text">{value}</dd>
    </>
  )
}
