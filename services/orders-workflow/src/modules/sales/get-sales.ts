import { invalid } from '@oms/contracts/errors'
import { SALES_HOURS_MAX, SALES_PRODUCTS_DEFAULT, type SalesFigures } from '@oms/contracts/orders/sales/sales'
import { type Caller, storesInScope } from '@oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { salesCounter } from './domain/sales-figures.ts'
import { forEachSold } from './sales-query.ts'

const HOUR_MS = 3_600_000

type SalesQuery = { from: string; to: string; storeId?: string | undefined; products?: number | undefined }

/**
 * What was sold in a period of at most two days, in the caller's stores, or in one of them
 * (search.md#sales-figures). Raises `ValidationFailed` for a longer period, and for one that ends
 * before it begins.
 */
export async function getSales(
  deps: Pick<OrderDeps, 'config' | 'reading'>,
  caller: Pick<Caller, 'storeIds'>,
  { from, to, storeId, products = SALES_PRODUCTS_DEFAULT }: SalesQuery,
): Promise<SalesFigures> {
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS
  if (hours < 0) throw invalid('to', 'must not be before from')
  if (hours > SALES_HOURS_MAX) throw invalid('to', `must be at most ${SALES_HOURS_MAX} hours after from`)
  const counter = salesCounter(deps.config().markets)
  await forEachSold(deps.reading, { from, to, storeIds: storesInScope(caller, storeId) }, counter.add)
  return { from, to, ...counter.figures(products) }
}
