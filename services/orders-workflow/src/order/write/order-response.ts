import { JsonText, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { SavedOrder } from '../rules/order-version.ts'
import { orderText } from '../rules/sparse-order.ts'

/** The order as a write has left it, with all its fields. */
export function orderResponse({ order, versionId }: Pick<SavedOrder, 'order' | 'versionId'>): RouteResponse {
  return { body: new JsonText(orderText(order)), version: versionId }
}
