import { useTranslations } from 'use-intl'
import { type DeclaredField, useDeclaredFields } from '../declared-fields/use-declared-fields.ts'
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
  'field',
] as const satisfies readonly (keyof OrderView)[]
export type SheetFilter = (typeof sheetFilters)[number] | 'picker'

/** What a filter of the sheet is called with its value. */
export function useFilterLabels(): (name: SheetFilter, view: OrderView) => string {
  const t = useTranslations('orders.filters')
  const fields = useDeclaredFields('order')
  return (name, view) => {
    const value = view[name]
    if (value === true) return t(name as 'pickable')
    if (name === 'picker') return t('picker', { name: view.picker ?? '' })
    const names = Array.isArray(value) ? value : [String(value)]
    if (name === 'field') return names.map((one) => labelled(one, fields)).join(', ')
    const shown = name === 'stock' ? names.map((one) => t(`stocks.${one as 'InStock'}`)) : names
    return t('valued', { filter: t(name as 'tag'), values: shown.join(', ') })
  }
}

/** `deliveryDay>=2026-12-24` as people read it. */
function labelled(filter: string, fields: readonly DeclaredField[]): string {
  const [key = '', value = ''] = filter.split(/[<>]?=(.*)/s)
  const field = fields.find((one) => one.key === key)
  const operator = filter[key.length] === '>' ? '≥ ' : filter[key.length] === '<' ? '≤ ' : ''
  const shown = field?.choices.find((choice) => choice.value === value)?.label ?? value
  return `${field?.label ?? key}: ${operator}${shown}`
}
