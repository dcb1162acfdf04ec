import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { removalInsert } from '../notifications/messages/message-removal.ts'

/**
 * $1 the customer, $2 patterns that only it fits, $3 patterns of JSON, $4 patterns of other texts.
 */
const removeNaming = statement({
  name: 'erasure-sweep',
  text: `with
  -- carts that no order was made of
  carts as (delete from cart where document::text ilike any ($2) returning 1),
  -- what the desk has noted; usually gone with the last order
  notes as (delete from customer_note where customer_key = $1 returning 1),
  -- what colleagues were told
  notifications as (
    delete from staff_notification where customer_key = $1 or text ilike any ($4) or subject ilike any ($4) returning 1
  ),
  -- searches that find nobody any more
  searches as (delete from saved_search where document::text ilike any ($3) returning 1),
  -- messages of no order, such as one that was being sent when its order was purged
  messages as (
    delete from message where order_id is null and content::text ilike any ($3) returning id, kind, created, kept_in
  ),
  -- their copies in folders
  unkept as (${removalInsert('messages')}),
  -- what people wrote for jobs
  jobs as (update job set note = null where note ilike any ($4) returning 1),
  -- what people wrote for changes of inventory
  movements as (update inventory_movement set reason = null where reason ilike any ($4) returning 1)
  select (select count(*) from carts) as carts, (select count(*) from notes) as notes,
    (select count(*) from notifications) as notifications, (select count(*) from searches) as searches,
    (select count(*) from messages) + (select count(*) from jobs) + (select count(*) from movements) as texts`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.text)],
  row: { carts: Sql.bigint, notes: Sql.bigint, notifications: Sql.bigint, searches: Sql.bigint, texts: Sql.bigint },
})

export type Patterns = { sure: readonly string[]; json: readonly string[]; texts: readonly string[] }

/** Removes what names a customer outside of its orders. Returns how much of each. */
export async function sweepTables(tx: Transaction, customerKey: string, { sure, json, texts }: Patterns) {
  const [counts] = await removeNaming.on(tx, customerKey, sure, json, texts)
  return counts ?? { carts: 0, notes: 0, notifications: 0, searches: 0, texts: 0 }
}

const responseHours = statement({
  name: 'erasure-response-hours',
  text: `select distinct date_trunc('hour', expires) as hour from kit.idempotency_key order by 1`,
  parameters: [],
  row: { hour: Sql.timestamptz },
})

/** $1 patterns, $2 the orders, $3 the hour of expiry, $4 the status that says so. */
const emptyResponses = statement({
  name: 'erasure-empty-responses',
  text: `update kit.idempotency_key set status = $4, headers = null, is_interim = false, body = null
    where expires >= $3 and expires < $3 + interval '1 hour' and status is not null and (
      body ilike any ($1) or exists (
        select from regexp_matches(body, '"(?:id|orderId|objectId)":"([^"]*)"', 'g') as found (words) where found.words[1] = any ($2)
      )
    ) returning 1 as emptied`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text), Sql.timestamptz, Sql.smallint],
  row: { emptied: Sql.integer },
})

/** $1 patterns of paths. Repeated, such a request finds no customer. */
const deleteRequests = statement({
  name: 'erasure-delete-requests',
  text: 'delete from kit.idempotency_key where status is not null and path ilike any ($1) returning 1 as deleted',
  parameters: [Sql.list(Sql.text)],
  row: { deleted: Sql.integer },
})

export type SweepTarget = {
  patterns: readonly string[]
  orderIds: readonly string[]
  paths: readonly string[]
  /** The status of a kept response that was erased. */
  status: number
}

/**
 * Empties kept responses that name a customer or its orders, those of an hour at a time. Returns
 * how many.
 */
export async function sweepResponses(
  database: Pick<Database, 'query'>,
  { patterns, orderIds, paths, status }: SweepTarget,
): Promise<number> {
  let count = (await deleteRequests.on(database, paths)).length
  for (const { hour } of await responseHours.on(database))
    count += (await emptyResponses.on(database, patterns, orderIds, hour, status)).length
  return count
}
