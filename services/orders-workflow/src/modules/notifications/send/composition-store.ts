import type { Order } from '@open-oms/contracts/orders/order'
import type { Database } from '@open-oms/service-kit/database/database'
import { expectsOne } from '@open-oms/service-kit/database/expects-one'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Composition } from '../../../order/store/new-message-store.ts'
import { orderColumn } from '../../../order/store/stored-document.ts'
import type { MessageHead, MessageKind } from '../domain/message-content.ts'
import { isGivenUp } from '../messages/message-statements.ts'

type Queries = Pick<Database, 'query'>

/** Messages that one transaction composes: as many versions are in memory. */
export const GROUP_MAX = 16

const columns = 'id, order_id, kind, connector, template, content, composition, attempts, created'
const row = {
  id: Sql.uuid,
  order_id: Sql.nullable(Sql.text),
  kind: Sql.oneOf<MessageKind>(),
  connector: Sql.text,
  template: Sql.nullable(Sql.text),
  content: Sql.json,
  composition: Sql.nullable(Sql.json),
  attempts: Sql.integer,
  created: Sql.timestamptz,
}

// What is due now may be stored as half a millisecond later: times are rounded.
const isDue = `compose_at <= now() + interval '1 millisecond'`

/** What another process composes at this moment is passed over. */
export const lockDue = statement({
  name: 'message-lock-due',
  text: `select ${columns} from message where ${isDue} order by compose_at limit ${GROUP_MAX} for update skip locked`,
  parameters: [],
  row,
})

const lockDueOfOrder = statement({
  name: 'message-lock-due-of-order',
  text: `select ${columns} from message where order_id = $1 and ${isDue} order by created, id limit ${GROUP_MAX} for update`,
  parameters: [Sql.text],
  row,
})

/** A message that is locked to be composed. */
export type DueMessage = MessageHead & {
  kind: MessageKind
  template: string | null
  /** JSON: sender and recipients. */
  envelope: string
  composition: Composition
  attempts: number
}

/** Locks messages that are due to be composed: the longest due ones, or those of an order. */
export async function lockDueMessages(tx: Queries, orderId: string | null): Promise<DueMessage[]> {
  const rows = orderId === null ? await lockDue.on(tx) : await lockDueOfOrder.on(tx, orderId)
  return rows.map(({ order_id, content, composition, created, ...head }) => ({
    ...head,
    orderId: order_id,
    envelope: content,
    // Without one it fails like a message whose version no longer exists.
    composition: JSON.parse(composition ?? '{}') as Composition,
    created: created.toISOString(),
  }))
}

const findVersions = statement({
  name: 'message-versions',
  text: `select v.order_id, v.version_number, v.document
  from unnest($1::text[], $2::int[]) as wanted (order_id, version_number)
    join order_version_content as v on v.order_id = wanted.order_id and v.version_number = wanted.version_number
  where ${expectsOne('wanted.version_number')}`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.integer)],
  row: { order_id: Sql.text, version_number: Sql.integer, document: orderColumn },
})

/** A version of an order by its number. */
export type VersionKey = { orderId: string; version: number }

export function versionKey({ orderId, version }: VersionKey): string {
  return `${version} ${orderId}`
}

/** The orders of versions, by `versionKey`, without those that no longer exist. */
export async function readVersions(tx: Queries, keys: readonly VersionKey[]): Promise<Map<string, Order>> {
  const distinct = [...new Map(keys.map((key) => [versionKey(key), key])).values()]
  if (distinct.length === 0) return new Map()
  const rows = await findVersions.on(
    tx,
    distinct.map(({ orderId }) => orderId),
    distinct.map(({ version }) => version),
  )
  return new Map(rows.map((one) => [versionKey({ orderId: one.order_id, version: one.version_number }), one.document]))
}

const recordComposed = statement({
  name: 'message-composed',
  text: `update message set content = composed.content::json, warning = composed.warning, failure_reason = null,
    composition = null, compose_at = null, next_attempt = now()
  from unnest($1::uuid[], $2::text[], $3::text[]) as composed (id, content, warning)
  where message.id = composed.id and compose_at is not null`,
  parameters: [Sql.list(Sql.uuid), Sql.list(Sql.text), Sql.list(Sql.nullable(Sql.text))],
  row: {},
})

export type ComposedMessage = {
  id: string
  content: object
  /** The templates of the tenant that failed; null: none. */
  warning: string | null
}

/** Stores the texts of locked messages, which are then due to be sent. */
export async function markComposed(tx: Queries, messages: readonly ComposedMessage[]): Promise<void> {
  if (messages.length === 0) return
  await recordComposed.on(
    tx,
    messages.map(({ id }) => id),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ warning }) => warning),
  )
}

const ends = `(failed.is_final or ${isGivenUp})`

/** They keep what they are composed of, with which they can be sent again. */
const recordUncomposed = statement({
  name: 'message-uncomposed',
  text: `update message set attempts = attempts + 1, failure_reason = failed.reason,
    state = case when ${ends} then 'Failed' else 'Waiting' end,
    next_attempt = case when ${ends} then 'infinity'::timestamptz end,
    compose_at = case when ${ends} then null else now() + failed.pause * interval '1 millisecond' end
  from unnest($1::uuid[], $2::text[], $3::boolean[], $4::double precision[]) as failed (id, reason, is_final, pause)
  where message.id = failed.id and compose_at is not null returning message.id, state`,
  parameters: [Sql.list(Sql.uuid), Sql.list(Sql.text), Sql.list(Sql.boolean), Sql.list(Sql.double)],
  row: { id: Sql.uuid, state: Sql.oneOf<'Waiting' | 'Failed'>() },
})

export type UncomposedMessage = { id: string; reason: string; isFinal: boolean; pauseMs: number }

/**
 * Gives up locked messages that cannot be composed, or schedules the next try of those that have
 * waited for less than a day. Returns the ids of those that are given up.
 */
export async function markUncomposed(tx: Queries, messages: readonly UncomposedMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = await recordUncomposed.on(
    tx,
    messages.map(({ id }) => id),
    messages.map(({ reason }) => reason),
    messages.map(({ isFinal }) => isFinal),
    messages.map(({ pauseMs }) => pauseMs),
  )
  return rows.flatMap(({ id, state }) => (state === 'Failed' ? [id] : []))
}
