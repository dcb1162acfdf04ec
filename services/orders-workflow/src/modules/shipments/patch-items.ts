import type { Order } from '@open-oms/contracts/orders/order'
import { unpaidGoodsWarnings } from '../../order/rules/fulfilment/unpaid-goods.ts'
import type { PatchContext } from '../../order/rules/patches/order-patch.ts'
import { countPatched, type ItemsById } from '../../order/rules/patches/patch-counts.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'

export type PatchItems = {
  orderId: string
  write: WriteRequest
  /** The ids of the patches, in their order. */
  ids: readonly string[]
  patched(order: Order, context: PatchContext): Order
  indexItems(order: Order): ItemsById
}

/**
 * Patches items of an order, and counts the outcomes (orders.md#patch-result). Raises what
 * `patched` and the write path raise.
 */
export async function patchItems(deps: OrderDeps, { orderId, write, ids, patched, indexItems }: PatchItems) {
  const { saved, before, result } = await writeOrder<Order>(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      change(order, { now }) {
        const changed = patched(order, { config: deps.config(), now, newId: deps.newId })
        return { order: changed, result: changed }
      },
    },
  )
  const warnings = unpaidGoodsWarnings(before as Order, saved.order, deps.config())
  return countPatched(ids, {
    before: indexItems(before as Order),
    after: indexItems(result),
    saved: indexItems(saved.order),
    warnings,
  })
}
