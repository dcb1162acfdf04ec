import type { Order } from '@open-oms/contracts/orders/order'
import { storeEntries } from '@open-oms/service-kit/audit/audit-trail'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { assertNotReadOnly } from '../../../order/rules/context/order-guards.ts'
import { purgedEvent } from '../../../order/rules/order-events.ts'
import { orderAuditEntry } from '../../../order/write/audit-writes.ts'
import { closeInventory } from '../../../order/write/inventory-of-order.ts'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { refuseDuringCall } from '../../../runs/run-queries.ts'
import { composeDueOfOrder } from '../../notifications/send/compose-due.ts'
import { forgetOrder, lockMessages, removeOrder } from './purge-store.ts'

export type PurgeOrder = {
  orderId: string
  write: WriteRequest
  /**
   * Why it is purged. `erase`: its customer is erased, so that an order goes that nobody may
   * change, and nothing waits to be sent. `replay`: it was purged before, and a restored backup
   * brought it back.
   */
  reason?: 'purge' | 'erase' | 'replay'
  /** Refuses an order that must not go, under its lock. */
  check?(order: Order, tx: Transaction): Promise<void>
}

/**
 * Removes an order permanently, deleted before or not (orders.md#order-purge). Raises `NotFound`,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, and `ResourceLocked` while a workflow step of
 * the order waits for an external response: its outcome could not be recorded.
 */
export async function purgeOrder(deps: OrderDeps, { orderId, write, reason = 'purge', check }: PurgeOrder): Promise<void> {
  await writeOrder(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      async change(order, facts) {
        const { tx, stored } = facts
        const { authorship, config } = facts.versioning
        if (reason === 'purge') assertNotReadOnly(order)
        if (reason !== 'replay') await refuseDuringCall(tx, orderId)
        await check?.(order, tx)
        await lockMessages(tx, orderId)
        if (reason === 'purge') await composeDueOfOrder(tx, deps, orderId)
        else await forgetOrder(tx, orderId)
        await closeInventory(facts, { orderId, actor: authorship.actor, time: authorship.time })
        const events = [purgedEvent(order, { operation: write.operation, totals: orderTotalsContext(order, config, order) })]
        await removeOrder(tx, { orderId, sequenceBefore: stored.eventSequence, events, authorship })
        storeEntries(tx, [orderAuditEntry(authorship, { act: 'Purge', orderId })])
        return { order }
      },
    },
  )
}
