import type { HoldList } from '@oms/contracts/orders/hold'
import { orderHolds } from '../../order/rules/holds/holds.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'

/** The holds of an order, released ones too, oldest first (holds.md#holds). Raises `NotFound`. */
export async function listHolds(deps: Pick<OrderDeps, 'query'>, key: OrderKey): Promise<HoldList> {
  const { document } = await readOrderDocument(deps, key)
  return { result: [...orderHolds(JSON.parse(document))] }
}
