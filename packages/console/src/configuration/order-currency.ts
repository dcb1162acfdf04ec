import type { SparseOrder } from '@open-oms/client/types'

/** What decides the currency of an order. */
export type OfCurrency = Pick<SparseOrder, 'billingCurrency' | 'marketId'>

type Markets = readonly { id: string; currency: string; isDefault: boolean }[]

/**
 * The currency of an order's amounts: its own, else that of its market, as the API counts
 * (docs/reference/behaviour/money.md#rounding); null before the markets are known.
 */
export function currencyIn(markets: Markets, { billingCurrency, marketId }: OfCurrency): string | null {
  const market = markets.find(({ id }) => id === marketId) ?? markets.find(({ isDefault }) => isDefault)
  return billingCurrency || (market?.currency ?? null)
}
