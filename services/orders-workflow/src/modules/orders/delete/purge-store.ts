import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { notifyRelays, outboxInserts } from '@open-oms/service-kit/events/outbox'
import { dimensions } from '../../../order/store/search-statements.ts'
import { eventsParameter, type Publication } from '../../../order/store/write-parameters.ts'
import { notifyPurge, removalInsert } from '../../notifications/messages/message-removal.ts'

/**
 * $1 the order, $2 the sequence of its last event, $3 the events, $4 when. Versions, search rows,
 * terms, runs and attempts go with the order's row, and so do messages that were sent or given up,
 * and ended deliveries to webhooks. What is pending of both is still sent, and no longer belongs to
 * an order. Results of jobs stay without the reason, which may be a text of a provider. The list of
 * erasures has the order as a keyed hash, so that a restored backup loses it again.
 */
const purge = statement({
  name: 'order-purge',
  text: `with
  -- the order with all that refers to it
  gone as (
    delete from "order" where id = $1 returning id, version_id
  ),
  -- its part of the counts of facets
  uncounted as (
    insert into order_count_delta (${dimensions.join(', ')}, count)
    select ${dimensions.join(', ')}, -1 from order_search where order_id = $1 and exists (select from gone)
  ),
  -- the change, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select g.id, g.version_id, 'purged', $4, s.store_id, s.order_type from gone as g join order_search as s on s.order_id = g.id
  ),
  -- where its events ended
  remembered as (
    insert into purged_order (order_id, event_sequence) select id, $2 from gone
    on conflict (order_id) do update set event_sequence = excluded.event_sequence
  ),
  -- its messages that are sent or given up
  forgotten as (
    delete from message where order_id = $1 and state <> 'Waiting' and exists (select from gone) returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (${removalInsert('forgotten')}),
  -- its messages that still wait
  freed as (
    update message set order_id = null where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- what people were told of it
  untold as (
    delete from staff_notification where order_id = $1 and exists (select from gone)
  ),
  -- its deliveries to webhooks that have ended
  undelivered as (
    delete from webhook_delivery where order_id = $1 and state <> 'Waiting' and exists (select from gone)
  ),
  -- those that still wait
  detached as (
    update webhook_delivery set order_id = null where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- reasons of jobs, which may name its content
  unexplained as (
    update job_item set reason = null where order_id = $1 and reason is not null and exists (select from gone)
  ),
  -- the list of what a restored backup must lose again
  listed as (
    insert into erasure (kind, subject, erased) select 'Order', erasure_subject('Order', id), $4 from gone
    on conflict do nothing
  ),
  ${outboxInserts(3, 'gone')}
  select id from gone`,
  parameters: [Sql.text, Sql.bigint, Sql.json, Sql.timestamptz],
  row: { id: Sql.text },
})

/**
 * $1 an order that is to be purged because its customer is erased: what a purge would leave until
 * it has ended or expired.
 */
const forget = statement({
  name: 'order-forget',
  text: `with
  -- the cart that it was made of
  emptied as (
    delete from cart where id in (select cart_id from cart_order where order_id = $1)
  ),
  -- its messages, also those that wait
  forgotten as (
    delete from message where order_id = $1 returning id, kind, created, kept_in
  )
  ${removalInsert('forgotten')}`,
  parameters: [Sql.text],
  row: {},
})

const lockMessageRows = statement({
  name: 'order-lock-messages',
  text: 'select from message where order_id = $1 for update',
  parameters: [Sql.text],
  row: {},
})

/**
 * Removes a locked order permanently: the order, its versions, what searches know of it and its
 * workflow runs (orders.md#order-purge). Its id may be
 * used again; the event sequence of that order continues where this one ends.
 */
export async function removeOrder(tx: Transaction, last: Omit<Publication, 'run'>): Promise<void> {
  const { orderId, sequenceBefore, events, authorship } = last
  tx.afterCommit(notifyRelays)
  tx.afterCommit(notifyPurge)
  await purge.on(tx, orderId, sequenceBefore + events.length, eventsParameter([last]), authorship.time)
}

/**
 * Locks the messages of an order: whoever writes down at this moment that one was sent comes before
 * the transaction or after it, not in between.
 */
export async function lockMessages(tx: Transaction, orderId: string): Promise<void> {
  await lockMessageRows.on(tx, orderId)
}

/**
 * Removes what a purge of an order leaves until it has ended or expired: its cart, and messages
 * that wait. The messages must be locked.
 */
export async function forgetOrder(tx: Transaction, orderId: string): Promise<void> {
  await forget.on(tx, orderId)
}
