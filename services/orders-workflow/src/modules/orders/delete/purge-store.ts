import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { outboxInsert, pokeRelays } from '@oms/service-kit/events/outbox'
import { lockOrder, versioningOf, type WriteDeps, type WriteRequest } from '../../../order/change-order.ts'
import { totalsContextOf } from '../../../order/document/order-context.ts'
import { closeInventory } from '../../../order/inventory-of-order.ts'
import { purgedEvent } from '../../../order/order-events.ts'
import { dimensions } from '../../../order/rows/search-statements.ts'
import { eventsParameter } from '../../../order/write-parameters.ts'
import { notifyPurge, removalInsert } from '../../notifications/message-removal.ts'

export type OrderPurge = WriteRequest & {
  orderId: string
  /** Refuses, by raising, to purge an order as it is now. */
  check?(order: Order): void
}

/**
 * $1 the order, $2 the sequence of its last event, $3 the events, $4 when. Versions, search rows, terms, runs and attempts go with the
 * order's row, and so do messages that were sent or given up. What was to be sent is sent all the same, and belongs to no order any more.
 */
const purgeText = `with gone as (
    delete from "order" where id = $1 returning id, version_id
  ), uncounted as (
    insert into order_count_delta (${dimensions.join(', ')}, count)
    select ${dimensions.join(', ')}, -1 from order_search where order_id = $1 and exists (select from gone)
  ), noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select g.id, g.version_id, 'purged', $4, s.store_id, s.order_type from gone as g join order_search as s on s.order_id = g.id
  ), remembered as (
    insert into purged_order (order_id, event_sequence) select id, $2 from gone
    on conflict (order_id) do update set event_sequence = excluded.event_sequence
  ), forgotten as (
    delete from message where order_id = $1 and state <> 'Waiting' and exists (select from gone) returning id, kind, created, kept_in
  ), unkept as (${removalInsert('forgotten')}), freed as (
    update message set order_id = null where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ), detached as (
    update webhook_delivery set order_id = null where order_id = $1 and exists (select from gone)
  ), told as (${outboxInsert(3, 'gone')})
  select id from gone`

/**
 * Removes an order for good: the order, its versions, what searches know of it and its workflow runs (4-decisions L.2). Its id may be used
 * again; the events of that order go on where these end. Raises `NotFound`, `Forbidden`, `VersionConflict`, what `check` raises, and
 * `ResourceLocked` while a call to the outside is under way for the order: nobody would write down what came of it.
 */
export async function purgeOrder(deps: WriteDeps, purge: OrderPurge): Promise<void> {
  await deps.inTransaction(async (tx) => {
    const stored = await lockOrder({ tx, deps }, purge)
    purge.check?.(stored.order)
    await refuseWhileCalling(tx, purge.orderId)
    const { authorship, config } = versioningOf(deps, purge)
    // Whoever writes down at this moment that a message was sent comes before the purge or after it, not in between.
    await tx.query({
      name: 'order-lock-messages',
      text: 'select from message where order_id = $1 for update',
      values: [purge.orderId],
    })
    await closeInventory(tx, { orderId: purge.orderId, actor: authorship.actor, time: authorship.time })
    const totals = totalsContextOf(stored.order, config, stored.order)
    const events = [purgedEvent(stored.order, { operation: purge.operation, totals })]
    const telling = { orderId: purge.orderId, sequenceBefore: stored.eventSequence, events, authorship }
    const values = [purge.orderId, stored.eventSequence + events.length, eventsParameter([telling]), authorship.time]
    tx.afterCommit(pokeRelays)
    tx.afterCommit(notifyPurge)
    await tx.commitWith({ name: 'order-purge', text: purgeText, values })
  })
}

/** An attempt is opened only under the order's lock, so that none begins now. */
async function refuseWhileCalling(tx: Transaction, orderId: string): Promise<void> {
  const rows = await tx.query({
    name: 'order-open-calls',
    text: 'select from workflow_step_attempt where open_for = $1',
    values: [orderId],
  })
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A workflow step of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}
