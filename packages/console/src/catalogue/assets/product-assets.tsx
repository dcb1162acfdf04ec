import { NativeSelect } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Section } from '../../shell/section.tsx'
import { MarkSection } from '../marks/mark-section.tsx'
import { AssetFiles } from './asset-files.tsx'
import type { AssetOwner } from './asset-writes.ts'

/** The pictures, files and marks of a product, or of the variant that is chosen. */
export function ProductAssets({ product }: { product: Product }) {
  const t = useTranslations('catalogue')
  const [sku, setSku] = useState('')
  const variant = product.variants.find(({ skuId }) => skuId === sku)
  const { assets } = variant ?? product
  const owner: AssetOwner = { kind: 'product', productId: product.productId, variantSku: variant?.skuId ?? null }
  const choices = product.variants.map(({ skuId, name, assets }) => {
    const files = t('assets.count', { count: assets.length })
    return { value: skuId, label: `${name ?? skuId} – ${files}` }
  })
  return (
    <>
      <Section
        title={t('assets.title')}
        aside={
          choices.length === 0 ? null : (
            <NativeSelect
              size="xs"
              aria-label={t('assets.of')}
              value={variant?.skuId ?? ''}
              onChange={({ currentTarget }) => setSku(currentTarget.value)}
              data={[{ value: '', label: t('assets.ofProduct') }, ...choices]}
            />
          )
        }
      >
        <AssetFiles owner={owner} assets={assets} />
      </Section>
      <MarkSection owner={owner} assets={assets} />
    </>
  )
}
