import { useTranslations } from 'use-intl'
import type { OrderView } from './order-view.ts'

/** The filters that are in the sheet, and beside the list only while they narrow it. */
export const sheetFilters = [
  'pickable',
  'holds',
  'errors',
  'urgent',
  'expiring',
  'hold',
  'tag',
  'method',
  'warehouse',
  'product',
  'stock',
  'customer',
  'customerId',
  'totalFrom',
  'totalTo',
  'type',
] as const satisfies readonly (keyof OrderView)[]
export type SheetFilter = (typeof sheetFilters)[number] | 'picker'

/** What a filter of the sheet is called with its value. */
export function useFilterLabels(): (name: SheetFilter, view: OrderView) => string {
  const t = useTranslations('orders.filters')
  return (name, view) => {
    const value = view[name]
    if (value === true) return t(name as 'pickable')
    if (name === 'picker') return t('picker', { name: view.picker ?? '' })
    const names = Array.isArray(value) ? value : [String(value)]
    const shown = name === 'stock' ? names.map((one) => t(`stocks.${one as 'InStock'}`)) : names
    return t('valued', { filter: t(name as 'tag'), values: shown.join(', ') })
  }
}
