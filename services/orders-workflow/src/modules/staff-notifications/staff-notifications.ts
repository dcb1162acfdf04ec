import { invalid } from '@open-oms/contracts/errors'
import {
  type StaffNotification,
  type StaffNotificationPage,
  UNREAD_MAX,
} from '@open-oms/contracts/orders/staff/staff-notifications'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { personKey } from '../../order/rules/staff/staff-notifications.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'

type Queries = Pick<Database, 'query'>
type Reader = Pick<Caller, 'actor' | 'storeIds'>

/** $1 whose they are, $2 the stores of the caller or null for all. */
const VISIBLE = `person = $1 and ($2::text[] is null or store_id is null or store_id = any($2))`

// $3 the id that the page ends before, $4 only unread ones, $5 how many.
const findPage = statement({
  name: 'staff-notification-page',
  text: `select id, kind, order_id, customer_key, subject, text, by, created, read from staff_notification
    where ${VISIBLE} and ($3::bigint is null or id < $3) and (not $4 or read is null) order by id desc limit $5`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text)), Sql.nullable(Sql.bigint), Sql.boolean, Sql.bigint],
  row: {
    id: Sql.bigint,
    kind: Sql.oneOf<StaffNotification['kind']>(),
    order_id: Sql.nullable(Sql.text),
    customer_key: Sql.nullable(Sql.text),
    subject: Sql.nullable(Sql.text),
    text: Sql.nullable(Sql.text),
    by: Sql.nullable(Sql.text),
    created: Sql.timestamptz,
    read: Sql.nullable(Sql.timestamptz),
  },
})

const countUnread = statement({
  name: 'staff-notification-unread',
  text: `select count(*)::int as count from (
    select from staff_notification where ${VISIBLE} and read is null limit ${UNREAD_MAX}) as unread`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { count: Sql.integer },
})

// $3 the ids or null, $4 the newest id or null, $5 when.
const markRead = statement({
  name: 'staff-notification-read',
  text: `update staff_notification set read = $5
    where ${VISIBLE} and read is null and (id = any($3::bigint[]) or id <= $4::bigint) returning id`,
  parameters: [
    Sql.text,
    Sql.nullable(Sql.list(Sql.text)),
    Sql.nullable(Sql.list(Sql.bigint)),
    Sql.nullable(Sql.bigint),
    Sql.timestamptz,
  ],
  row: { id: Sql.bigint },
})

const who = ({ actor, storeIds }: Reader) => [personKey(actor), storeIds] as const

export type PageRequest = { cursor?: string | undefined; isUnread?: boolean | undefined; take: number }

/**
 * The notifications of the caller, newest first (staff-notifications.md#staff-notifications).
 * Raises `ValidationFailed` for a cursor that no page has.
 */
export async function listStaffNotifications(
  database: Queries,
  caller: Reader,
  { cursor, isUnread = false, take }: PageRequest,
): Promise<StaffNotificationPage> {
  const before = cursor === undefined ? null : readId(cursor, 'cursor')
  const rows = await findPage.on(database, ...who(caller), before, isUnread, take + 1)
  const page = rows.slice(0, take)
  return {
    result: page.map(({ id, order_id, customer_key, created, read, ...row }) => ({
      ...{ id: String(id), kind: row.kind, orderId: order_id, customerKey: customer_key },
      ...{ subject: row.subject, text: row.text, by: row.by },
      created: created.toISOString(),
      read: read?.toISOString() ?? null,
    })),
    next: rows.length > take ? String(page.at(-1)?.id) : null,
  }
}

/** How many notifications of the caller are unread, at most 1,000. */
export async function countUnreadNotifications(database: Queries, caller: Reader): Promise<number> {
  const [row] = await countUnread.on(database, ...who(caller))
  return row?.count ?? 0
}

export type MarkRead = { ids?: readonly string[] | undefined; until?: string | undefined }

/**
 * Marks notifications of the caller as read; those that are read keep their time. Returns how many
 * are unread still. Raises `ValidationFailed` unless either `ids` or `until` is sent.
 */
export async function markNotificationsRead(
  deps: Queries & Pick<OrderDeps, 'now'>,
  caller: Reader,
  { ids, until }: MarkRead,
): Promise<number> {
  if ((ids === undefined) === (until === undefined)) throw invalid('', 'either `ids` or `until` is needed')
  const wanted = ids?.map((id, index) => readId(id, `ids[${index}]`)) ?? null
  await markRead.on(deps, ...who(caller), wanted, until === undefined ? null : readId(until, 'until'), deps.now())
  return countUnreadNotifications(deps, caller)
}

function readId(value: string, path: string): number {
  const id = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(id)) throw invalid(path, 'is the id of no notification')
  return id
}

const KEPT_DAYS = 90
const REMOVED_MAX = 500

const removeOld = statement({
  name: 'staff-notification-remove',
  text: `delete from staff_notification where id in (
    select id from staff_notification where created < $1 order by created limit ${REMOVED_MAX} for update skip locked
  ) returning id`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.bigint },
})

/** Removes notifications that are older than 90 days. Returns how many. */
export async function removeOldNotifications(
  { query, now }: Queries & { now: () => Date },
  signal?: AbortSignal,
): Promise<number> {
  const until = new Date(now().getTime() - KEPT_DAYS * 86_400_000)
  return deleteInBatches(() => removeOld.on({ query }, until), { size: REMOVED_MAX, signal })
}
