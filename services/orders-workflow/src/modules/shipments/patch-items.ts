import type { Order } from '@oms/contracts/orders/order'
import { changeOrder, type WriteRequest } from '../../order/change-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { PatchContext } from '../../order/patches/order-patch.ts'
import { countPatched, type ItemsById } from '../../order/patches/patch-counts.ts'

export type PatchItems = {
  orderId: string
  write: WriteRequest
  /** The ids that the patches name, each one's in its place. */
  ids: readonly string[]
  patched(order: Order, context: PatchContext): Order
  itemsOf(order: Order): ItemsById
}

/** Changes items of an order by patches, and counts what became of each (4-decisions J.8, J.9). Raises what `patched` and the write path raise. */
export async function patchItems(deps: OrderDeps, { orderId, write, ids, patched, itemsOf }: PatchItems) {
  let before: ItemsById = new Map()
  let after: ItemsById = new Map()
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      const changed = patched(order, { config: deps.config(), now, newId: deps.newId })
      before = itemsOf(order)
      after = itemsOf(changed)
      return changed
    },
  })
  return countPatched(ids, { before, after, saved: itemsOf(saved.order) })
}
