import type { Product } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { FactList } from './fact-list.tsx'

/** What is known of a product. */
export function ProductFacts({ product }: { product: Product }) {
  const t = useTranslations('catalogue.fields')
  const format = useFormat()
  const amount = (value: number | null) => (value === null ? null : format.unitPrice(value, null))
  return (
    <FactList
      facts={[
        [t('brand'), product.brand],
        [t('productType'), product.productType],
        [t('unit'), product.unit],
        [t('price'), amount(product.price)],
        [t('cost'), amount(product.cost)],
        [t('taxRate'), product.taxRate === null ? null : `${format.quantity(product.taxRate)} %`],
        [t('taxGroupCode'), product.taxGroupCode],
        [t('gtins'), product.gtins.join(', ')],
        [t('description'), product.description],
      ]}
      properties={product.properties}
    />
  )
}
