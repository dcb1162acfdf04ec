import { totalsContextOf } from '../../../order/document/order-context.ts'
import { assertNotReadOnly } from '../../../order/document/order-guards.ts'
import { closeInventory } from '../../../order/inventory-of-order.ts'
import { inLockedOrder } from '../../../order/locked-order.ts'
import { purgedEvent } from '../../../order/order-events.ts'
import type { WriteDeps, WriteRequest } from '../../../order/write-context.ts'
import { refuseDuringCall } from '../../workflow/runs/run-queries.ts'
import { lockMessages, removeOrder } from './purge-store.ts'

export type PurgeOrder = { orderId: string; write: WriteRequest }

/**
 * Removes an order for good, deleted before or not (orders.md#order-purge). Raises `NotFound`,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, and `ResourceLocked` while a workflow step of
 * the order waits for an external response: its outcome could not be recorded.
 */
export async function purgeOrder(deps: WriteDeps, { orderId, write }: PurgeOrder): Promise<void> {
  await inLockedOrder({ deps, write }, orderId, async ({ tx, order, stored, versioning: { authorship, config } }) => {
    assertNotReadOnly(order)
    await refuseDuringCall(tx, orderId)
    await lockMessages(tx, orderId)
    await closeInventory(tx, { orderId, actor: authorship.actor, time: authorship.time })
    const events = [purgedEvent(order, { operation: write.operation, totals: totalsContextOf(order, config, order) })]
    await removeOrder(tx, { orderId, sequenceBefore: stored.eventSequence, events, authorship })
  })
}
