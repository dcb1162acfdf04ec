import { textIn } from '../address-search.ts'

/** What the page of the stock shows, as its address says it. What is absent narrows nothing. */
export type StockView = {
  /** A SKU, or words of the product that it belongs to. */
  text?: string
  warehouse?: string
  /** Only what is low. */
  low?: string
  /** The level whose movements are open: both or none. */
  sku?: string
  at?: string
}

/** The state of the page in an address; what it does not understand is left out. */
export function readStockView(raw: Readonly<Record<string, unknown>>): StockView {
  const { sku, at, ...filters } = textFilters(raw)
  return sku === undefined || at === undefined ? filters : { ...filters, sku, at }
}

/** A view with other filters: without those that are empty, and with no level open. */
export function narrowedView({ text, warehouse, low }: StockView, changes: StockView): StockView {
  return textFilters({ text, warehouse, low, ...changes })
}

function textFilters(raw: Readonly<Record<string, unknown>>): StockView {
  const names = ['text', 'warehouse', 'low', 'sku', 'at'] as const
  const texts = names.flatMap((name) => {
    const text = textIn(raw[name])
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(texts)
}
