import { roomForPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '../database/database.ts'
import { createNotifier } from '../database/notifier.ts'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { currentTraceparent } from '../observability/tracing.ts'
import { type NewEvent, toEnvelope } from './new-event.ts'

const newRows = createNotifier()

/**
 * Notifies the relays of this process of new rows in the outbox. To be called after the commit that
 * wrote them.
 */
export const notifyRelays = newRows.notify

/** Calls the listener on every `notifyRelays` until the returned function is called. */
export const onNewRows = newRows.listen

const eventInsert = (parameter: number, guard: string) => `insert into kit.event (event_id, type, traceparent, envelope)
    select (event->>'id')::uuid, event->>'type', event->>'traceparent', event::text
    from json_array_elements($${parameter}::json) with ordinality as new (event, position)${guard} order by position
    returning id`

const waitingInsert = 'insert into kit.waiting_event (id) select id from published'

/**
 * The data-modifying CTEs `published` and `waiting` that write events to the outbox, for writes of
 * one statement:
 *
 *     with changed as (update … returning …), ${outboxInserts(3, 'changed')} select … from changed
 *
 * `parameter` is the number of the parameter that carries `outboxParameter(events)`. `after` names
 * the CTE that writes the aggregate's row: when that write hits no row, the events are not written
 * either, and otherwise they get their position in the outbox only once the row is locked, so that
 * positions rise in commit order. The caller adds `tx.afterCommit(notifyRelays)`.
 */
export function outboxInserts(parameter: number, after: string): string {
  return `-- the events
  published as (
    ${eventInsert(parameter, ` where exists (select from ${after})`)}
  ),
  -- that they wait to be published
  waiting as (${waitingInsert})`
}

/** Largest event in bytes: the default limit of a NATS server less space for headers. */
const EVENT_BYTES_MAX = 1_000_000

/**
 * The value of the parameter that `outboxInserts` reads. Carries the trace of the running code
 * (events.md#envelope). Raises `PayloadTooLarge` for an event that could never be published: in the
 * outbox it would hold up all events behind it.
 */
export function outboxParameter(events: readonly NewEvent[]): string {
  const traceparent = currentTraceparent()
  const envelopes = events.map((event) => {
    const envelope = JSON.stringify(toEnvelope(event, traceparent))
    // The relay writes the public base into it.
    const bytesMax = EVENT_BYTES_MAX - roomForPublicBase(envelope)
    // A UTF-16 unit takes three bytes at most, so that short ones need no counting.
    const isShort = envelope.length * 3 <= bytesMax
    if (!isShort && Buffer.byteLength(envelope) > bytesMax) throw tooLarge(event)
    return envelope
  })
  return `[${envelopes.join(',')}]`
}

function tooLarge({ type, subject }: NewEvent): DomainError {
  return new DomainError('PayloadTooLarge', `The event ${type} of ${subject} would have more than ${EVENT_BYTES_MAX} bytes.`)
}

const append = statement({
  name: 'kit-outbox-append',
  text: `with
    -- the events
    published as (
      ${eventInsert(1, '')}
    )
    ${waitingInsert}`,
  parameters: [Sql.json],
  row: {},
})

/**
 * Writes events to the outbox in the transaction of their cause; the relay publishes them after the
 * commit. The events of an aggregate must be appended after the statement that writes (and so
 * locks) its row.
 */
export async function appendToOutbox(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await append.on(tx, outboxParameter(events))
  tx.afterCommit(notifyRelays)
}

const oldestWaiting = statement({
  name: 'kit-outbox-oldest',
  text: `select extract(epoch from clock_timestamp() - created)::float8 as age from kit.event
    where id = (select id from kit.waiting_event order by id limit 1)`,
  parameters: [],
  row: { age: Sql.double },
})

/** Age in seconds of the oldest event that waits to be published; 0 when none does. */
export async function oldestWaitingSeconds(database: Pick<Database, 'query'>): Promise<number> {
  const [oldest] = await oldestWaiting.on(database)
  return Math.max(0, oldest?.age ?? 0)
}
