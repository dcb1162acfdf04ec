import { createNotifier } from '@open-oms/service-kit/database/notifier'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

/** What the texts of a message are composed of after the commit (ADR 111). */
export type Composition = {
  /** The version of the order; absent: the one that the write leaves. */
  version?: number | undefined
  /** The market whose language holds; absent or null: the order's. */
  marketId?: string | null
  /** What the texts say beside the order. */
  facts: object
}

/** An e-mail or SMS that is stored with a write. */
export type NewMessage = {
  /** Of messages with the same id only the first is stored. */
  id: string
  /** Null when the order was purged since. */
  orderId: string | null
  kind: 'email' | 'sms'
  /** The name of the connector that sends it. */
  connector: string
  /** ISO 8601 UTC. */
  created: string
  /** The template that it is made from. */
  template?: string | undefined
  /** The message that this one sends again, and who had it sent. */
  resend?: { of: string; by: string } | undefined
  /** Sender and recipients; also the texts, when nothing must be composed. */
  content: object
  /** Absent: it is sent as it is. */
  composition?: Composition | undefined
}

const newMessages = createNotifier()

/**
 * Calls the listener whenever this process has committed new messages, until the returned function
 * is called.
 */
export const onNewMessages = newMessages.listen

/**
 * $1 the ids, $2 their orders, $3 kinds, $4 connectors, $5 contents as JSON, $6 when they were
 * made, $7 templates, $8 the messages that they send again, $9 who had them sent, $10 what they are
 * composed of as JSON. Column arrays instead of JSON rows, whose texts Postgres would decode: it
 * refuses zero characters. Due immediately by the database's clock, which claims use too: to be
 * sent, or to be composed first.
 */
const insertMessages = statement({
  name: 'message-insert',
  text: `insert into message (id, order_id, kind, connector, content, state, created, next_attempt, template, resend_of, resent_by,
    composition, compose_at)
  select id, order_id, kind, connector, content::json, 'Waiting', created, case when composition is null then now() end,
    template, resend_of, resent_by, composition::json, case when composition is not null then now() end
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::uuid[], $9::text[],
    $10::text[]) as new (id, order_id, kind, connector, content, created, template, resend_of, resent_by, composition)
  on conflict (id) do nothing`,
  parameters: [
    Sql.list(Sql.uuid),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.text),
    Sql.list(Sql.text),
    Sql.list(Sql.text),
    Sql.list(Sql.timestamptzText),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.uuid)),
    Sql.list(Sql.nullable(Sql.text)),
    Sql.list(Sql.nullable(Sql.text)),
  ],
  row: {},
})

/**
 * Stores messages in the transaction of their cause; they are composed and sent after its commit,
 * and retried (documents-and-notifications.md#message-delivery). Those with known ids stay as they
 * are.
 */
export function enqueueMessages(tx: Pick<Transaction, 'later' | 'afterCommit'>, messages: readonly NewMessage[]): void {
  if (messages.length === 0) return
  const insert = insertMessages.with(
    messages.map(({ id }) => id),
    messages.map(({ orderId }) => orderId),
    messages.map(({ kind }) => kind),
    messages.map(({ connector }) => connector),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ created }) => created),
    messages.map(({ template }) => template ?? null),
    messages.map(({ resend }) => resend?.of ?? null),
    messages.map(({ resend }) => resend?.by ?? null),
    messages.map(({ composition }) => (composition === undefined ? null : JSON.stringify(composition))),
  )
  tx.later(insert)
  tx.afterCommit(newMessages.notify)
}
