import { Badge, Group } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'

/** Whether a product is a package or a bundle, as words. */
export function ProductMarks({ product }: { product: Product }) {
  const t = useTranslations('catalogue.kinds')
  const isPackage = product.isPackage || product.variants.some((variant) => variant.isPackage)
  return (
    <Group gap={4} wrap="nowrap">
      {isPackage ? (
        <Badge variant="outline" size="sm" tt="none">
          {t('package')}
        </Badge>
      ) : null}
      {product.isBundle ? (
        <Badge variant="outline" size="sm" tt="none">
          {t('bundle')}
        </Badge>
      ) : null}
    </Group>
  )
}
