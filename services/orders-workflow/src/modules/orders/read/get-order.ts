import type { Deps } from '../../../deps.ts'
import { type OrderDocument, type OrderKey, readOrderDocument } from '../../../order/order-queries.ts'

/** Reads an order as it is stored (document 3, Retrieve). Raises `NotFound`. */
export function getOrder(deps: Pick<Deps, 'query'>, key: OrderKey): Promise<OrderDocument> {
  return readOrderDocument(deps, key)
}
