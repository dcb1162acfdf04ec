import { Text } from '@mantine/core'
import type { Asset, Product } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { MoneySection as Section } from '../../money/money-section.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { isMark } from './stored-file.ts'

/** The pictures and files of a product, and its marks. */
export function ProductAssets({ product }: { product: Product }) {
  const t = useTranslations('catalogue.assets')
  const files = product.assets.filter((asset: Asset) => !isMark(asset))
  return (
    <Section title={t('title')}>
      {files.length === 0 ? <Text c="dimmed">{t('none')}</Text> : <AssetGrid assets={files} />}
    </Section>
  )
}
