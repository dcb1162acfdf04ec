import { Box, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'

/** What is known of a product, as names and values; what is not known is left out. Texts are shown as texts, whatever is in them. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useTranslations('catalogue.fields')
  const format = useFormat()
  const amount = (value: number | null) => (value === null ? null : format.money(value, null))
  const facts = [
    [t('brand'), product.brand],
    [t('productType'), product.productType],
    [t('unit'), product.unit],
    [t('price'), amount(product.price)],
    [t('cost'), amount(product.cost)],
    [t('taxRate'), product.taxRate === null ? null : `${format.quantity(product.taxRate)} %`],
    [t('taxGroupCode'), product.taxGroupCode],
    [t('gtins'), product.gtins.join(', ')],
    [t('description'), product.description],
    ...product.properties.map(({ key, value, keyGroup }) => [keyGroup ? `${keyGroup}: ${key}` : key, value]),
  ].filter(([, value]) => value)
  if (facts.length === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <Box component="dl" className="facts">
      {facts.map(([name, value]) => (
        <Fact key={`${name}: ${value}`} name={name ?? ''} value={value ?? ''} />
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
