import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { lockOrder, type SavedOrder, versioningOf, type WriteDeps, type WriteRequest } from '../../../order/change-order.ts'
import { reserveStockAgain } from '../../../order/lost-stock.ts'
import { saveOrders } from '../../../order/order-store.ts'
import { nextVersion } from '../../../order/order-write.ts'
import { savedBy } from '../../../order/saved-order.ts'

export type OrderRestoring = WriteRequest & {
  orderId: string
  /** Pure. `statusBefore` is the status that the order had before it was deleted; null when it never had another. */
  apply(order: Order, context: { statusBefore: string | null; now: string }): Order
}

/**
 * Changes an order by what is remembered beside its document, under its lock: the status that it had before it was deleted (4-decisions
 * L.1). What it had reserved is reserved again as far as there is stock. Raises `NotFound`, `Forbidden`, `VersionConflict` and whatever `apply` raises.
 */
export async function restoreOrder(deps: WriteDeps, restoring: OrderRestoring): Promise<SavedOrder> {
  return deps.inTransaction(async (tx) => {
    const stored = await lockOrder({ tx, deps }, restoring)
    const statusBefore = await statusBeforeDeletion(tx, restoring.orderId)
    const versioning = versioningOf(deps, restoring)
    const restored = restoring.apply(stored.order, { statusBefore, now: versioning.authorship.time.toISOString() })
    const order = await reserveStockAgain(tx, restored, versioning)
    const write = nextVersion(stored, { order, run: null, extraEvents: [] }, versioning)
    invariant(write !== null, 'an order that is restored changes its status')
    const isSaved = await saveOrders(tx, [write], { isLast: true })
    invariant(isSaved, 'nobody else writes to a locked order')
    return savedBy(write)
  })
}

async function statusBeforeDeletion(tx: Transaction, orderId: string): Promise<string | null> {
  const [row] = await tx.query<{ status_before_deletion: string | null }>({
    name: 'order-status-before-deletion',
    text: 'select status_before_deletion from "order" where id = $1',
    values: [orderId],
  })
  return row?.status_before_deletion ?? null
}
