import { useCallback } from 'react'
import { currencyIn, type OfCurrency } from './order-currency.ts'
import { useConfiguredNames } from './use-configured-names.ts'

/** Finds the currency of orders. */
export function useOrderCurrency(): (order: OfCurrency) => string | null {
  const markets = useConfiguredNames()?.markets
  return useCallback((order) => currencyIn(markets ?? [], order), [markets])
}
