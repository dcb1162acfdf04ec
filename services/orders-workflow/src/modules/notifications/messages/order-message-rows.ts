import type { MessageState } from '@open-oms/contracts/orders/messages/message'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MessageKind } from '../domain/message-content.ts'

type Queries = Pick<Database, 'query'>

const row = {
  id: Sql.uuid,
  kind: Sql.oneOf<MessageKind>(),
  template: Sql.nullable(Sql.text),
  state: Sql.oneOf<MessageState>(),
  attempts: Sql.integer,
  created: Sql.timestamptz,
  sent: Sql.nullable(Sql.timestamptz),
  next_attempt: Sql.nullable(Sql.timestamptz),
  failure_reason: Sql.nullable(Sql.text),
  resend_of: Sql.nullable(Sql.uuid),
  resent_by: Sql.nullable(Sql.text),
  warning: Sql.nullable(Sql.text),
  /** JSON: the whole content, or its fields in a list. */
  content: Sql.json,
  /** JSON: what its texts are made of; null once it is composed, and in a list. */
  composition: Sql.nullable(Sql.json),
}
export type OrderMessageRow = RowOf<typeof row>

const columns = `id, kind, template, state, attempts, created, sent, case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
    failure_reason, resend_of, resent_by, warning`
const listed = ['from', 'to', 'cc', 'bcc', 'subject'].map((name) => `'${name}', content -> '${name}'`).join(', ')

/** $1 the order, $2 the message that they are older than or null, $3 how many. */
const findPage = statement({
  name: 'order-messages-list',
  text: `select ${columns}, json_build_object(${listed}) as content, null::json as composition from message
    where order_id = $1 and ($2::uuid is null or (created, id) < (select created, id from message where id = $2))
    order by created desc, id desc limit $3`,
  parameters: [Sql.text, Sql.nullable(Sql.uuid), Sql.bigint],
  row,
})

const findOne = statement({
  name: 'order-message-read',
  text: `select ${columns}, content, composition from message where order_id = $1 and id = $2`,
  parameters: [Sql.text, Sql.uuid],
  row,
})

const findWaitingResend = statement({
  name: 'order-message-waiting-resend',
  text: `select ${columns}, content, composition from message where order_id = $1 and resend_of = $2 and state = 'Waiting' limit 1`,
  parameters: [Sql.text, Sql.uuid],
  row,
})

const findWaitingOf = statement({
  name: 'order-message-waiting-of',
  text: `select ${columns}, content, composition from message where order_id = $1 and template = $2 and state = 'Waiting' limit 1`,
  parameters: [Sql.text, Sql.text],
  row,
})

/** A message of an order by its template that still waits; undefined: none does. */
export async function findWaitingOfTemplate(
  database: Queries,
  orderId: string,
  template: string,
): Promise<OrderMessageRow | undefined> {
  const [row] = await findWaitingOf.on(database, orderId, template)
  return row
}

/** The messages of an order without their texts, the newest first; those older than one of them. */
export async function findOrderMessages(
  database: Queries,
  orderId: string,
  { olderThan, countMax }: { olderThan: string | null; countMax: number },
): Promise<OrderMessageRow[]> {
  return await findPage.on(database, orderId, olderThan, countMax)
}

/** A message of an order; undefined when the order has none of that id. */
export async function findOrderMessage(
  database: Queries,
  orderId: string,
  messageId: string,
): Promise<OrderMessageRow | undefined> {
  const [found] = await findOne.on(database, orderId, messageId)
  return found
}

/** The resend of a message that still waits; undefined when there is none. */
export async function findResendThatWaits(
  database: Queries,
  orderId: string,
  messageId: string,
): Promise<OrderMessageRow | undefined> {
  const [found] = await findWaitingResend.on(database, orderId, messageId)
  return found
}
