import { type OrderDocument, type OrderKey, readOrderDocument } from '../../../order/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

/** Reads an order as it is stored (orders.md#order-reads). Raises `NotFound`. */
export function getOrder(deps: Pick<RunnerDeps, 'query'>, key: OrderKey): Promise<OrderDocument> {
  return readOrderDocument(deps, key)
}
