import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { freeUnits } from '../catalogue/components/free-units.ts'
import { stockOfQuery } from '../catalogue/components/stock-of-query.ts'
import { useFormat } from '../display/use-format.ts'

/**
 * Says how many of a SKU are available, of those that are named here, in all warehouses together.
 * Null: no stock of it is kept, or it is not known yet.
 */
export function useStockText(skuIds: readonly string[]): (skuId: string) => string | null {
  const t = useTranslations('newOrder.items')
  const format = useFormat()
  const { data: levels = [] } = useQuery({
    ...stockOfQuery([...new Set(skuIds)].toSorted()),
    placeholderData: keepPreviousData,
  })
  return (skuId) => {
    const units = freeUnits([skuId], levels)
    if (units === null) return null
    return units > 0 ? t('available', { units: format.quantity(units) }) : t('outOfStock')
  }
}
