import type { Order } from '@oms/contracts/orders/order'
import { unpaidGoodsWarnings } from '../../order/fulfilment/unpaid-goods.ts'
import { inLockedOrder } from '../../order/locked-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { PatchContext } from '../../order/patches/order-patch.ts'
import { countPatched, type ItemsById } from '../../order/patches/patch-counts.ts'
import type { WriteRequest } from '../../order/write-context.ts'

export type PatchItems = {
  orderId: string
  write: WriteRequest
  /** The ids of the patches, in their order. */
  ids: readonly string[]
  patched(order: Order, context: PatchContext): Order
  itemsOf(order: Order): ItemsById
}

/**
 * Patches items of an order, and counts the outcomes (orders.md#patch-result). Raises what
 * `patched` and the write path raise.
 */
export async function patchItems(deps: OrderDeps, { orderId, write, ids, patched, itemsOf }: PatchItems) {
  return inLockedOrder({ deps, write }, orderId, async ({ order, now, save }) => {
    const changed = patched(order, { config: deps.config(), now, newId: deps.newId })
    const saved = await save(changed)
    const warnings = unpaidGoodsWarnings(order, saved.order, deps.config())
    return countPatched(ids, { before: itemsOf(order), after: itemsOf(changed), saved: itemsOf(saved.order), warnings })
  })
}
