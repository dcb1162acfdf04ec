import type { Database } from '../database/database.ts'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { type ReceivedEvent, type RefusedEvent, storable } from './incoming-event.ts'

type Queryable = Pick<Transaction, 'query'>

export type ParkedEvent = { event_id: string; envelope: string }

export type RetryPolicy = {
  /** After so many failed tries an event becomes a dead letter (events.md#dead-letters). */
  triesMax: number
  /** Wait after the first failed try; doubled after each further one. */
  backoffMs: number
  backoffMaxMs: number
  /**
   * How long the first event that is seen of an aggregate waits for earlier ones, when it is not
   * the aggregate's first and the stream no longer holds them all. Longer than a repeated delivery
   * takes.
   */
  startWaitMs: number
}

const keyColumns = [Sql.text, Sql.text, Sql.text, Sql.nullable(Sql.bigint)] as const

function eventKeys(event: ReceivedEvent) {
  return [event.id, event.source, event.subject, event.sequence ?? null] as const
}

type ParkRequest = {
  event: ReceivedEvent
  envelope: string /** Look at it again after this time even if no gap is filled. */
  againMs?: number
}

const parkEventStatement = statement({
  name: 'kit-park-event',
  text: `insert into kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, due)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 ms')
    on conflict (consumer, event_id) do update set due = excluded.due`,
  parameters: [Sql.text, ...keyColumns, Sql.text, Sql.nullable(Sql.double)],
  row: {},
})

/** Keeps an event until the earlier ones of its aggregate have come. */
export async function parkEvent(tx: Queryable, consumer: string, { event, envelope, againMs }: ParkRequest): Promise<void> {
  await parkEventStatement.on(tx, consumer, ...eventKeys(event), envelope, againMs ?? null)
}

const findWaitedAlone = statement({
  name: 'kit-has-waited-alone',
  text: `select from kit.parked_event
    where consumer = $1 and event_id = $2 and parked <= clock_timestamp() - $6 * interval '1 ms'
      and not exists (select from kit.parked_event where consumer = $1 and source = $3 and subject = $4 and sequence < $5)
      and not exists (select from kit.dead_letter where consumer = $1 and source = $3 and subject = $4 and sequence < $5)`,
  parameters: [Sql.text, ...keyColumns, Sql.double],
  row: {},
})

/**
 * True when an event has been parked for that long, and nothing of its aggregate from before it is
 * parked or a dead letter: then its predecessors are not going to come.
 */
export async function hasWaitedAlone(
  database: Queryable,
  consumer: string,
  wait: { event: ReceivedEvent; ms: number },
): Promise<boolean> {
  const { event, ms } = wait
  const rows = await findWaitedAlone.on(database, consumer, ...eventKeys(event), ms)
  return rows.length > 0
}

const removeParkedStatement = statement({
  name: 'kit-remove-parked',
  text: 'delete from kit.parked_event where consumer = $1 and event_id = $2',
  parameters: [Sql.text, Sql.text],
  row: {},
})

export async function removeParked(tx: Queryable, consumer: string, eventId: string): Promise<void> {
  await removeParkedStatement.on(tx, consumer, eventId)
}

const parkedRow = { event_id: Sql.text, envelope: Sql.text }

const findSuccessor = statement({
  name: 'kit-parked-successor',
  text: 'select event_id, envelope from kit.parked_event where consumer = $1 and source = $2 and subject = $3 and sequence = $4',
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
  row: parkedRow,
})

/** The parked event right behind this one in its aggregate. */
export async function findParkedSuccessor(
  database: Queryable,
  consumer: string,
  event: ReceivedEvent,
): Promise<ParkedEvent | undefined> {
  const rows = await findSuccessor.on(database, consumer, event.source, event.subject, (event.sequence ?? 0) + 1)
  return rows[0]
}

const findDue = statement({
  name: 'kit-parked-due',
  text: 'select event_id, envelope from kit.parked_event where consumer = $1 and due <= clock_timestamp() order by due limit $2',
  parameters: [Sql.text, Sql.bigint],
  row: parkedRow,
})

/** The events whose next try is due, the longest waiting first. */
export async function dueEvents(database: Queryable, consumer: string, limit: number): Promise<ParkedEvent[]> {
  return await findDue.on(database, consumer, limit)
}

const findReleased = statement({
  name: 'kit-parked-released',
  text: `select parked.event_id, parked.envelope from kit.parked_event parked join kit.event_position position using (consumer, source, subject)
    where parked.consumer = $1 and parked.due is null and parked.sequence <= position.next_sequence
    order by parked.source, parked.subject, parked.sequence limit $2`,
  parameters: [Sql.text, Sql.bigint],
  row: parkedRow,
})

/**
 * Parked events whose gap is filled. Those are drained when the gap is filled; this finds the ones
 * that another process parked at that very moment.
 */
export async function releasedEvents(database: Queryable, consumer: string, limit: number): Promise<ParkedEvent[]> {
  return await findReleased.on(database, consumer, limit)
}

const noteFailureStatement = statement({
  name: 'kit-note-failure',
  text: `insert into kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
    values ($1, $2, $3, $4, $5, $6, 1, clock_timestamp() + $8 * interval '1 ms', $7)
    on conflict (consumer, event_id) do update set tries = parked.tries + 1, reason = excluded.reason,
      due = clock_timestamp() + least($9, $8 * power(2, parked.tries)) * (0.5 + random() / 2) * interval '1 ms'
    returning tries`,
  parameters: [Sql.text, ...keyColumns, Sql.text, Sql.text, Sql.double, Sql.double],
  row: { tries: Sql.integer },
})

const giveUp = statement({
  name: 'kit-give-up',
  text: `with
    -- the event, which is parked no longer
    parked as (delete from kit.parked_event where consumer = $1 and event_id = $2 returning *)
    insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
    select consumer, event_id, $3, source, subject, sequence, envelope, tries, coalesce(reason, '') from parked
    on conflict (consumer, event_id) do update set tries = excluded.tries, reason = excluded.reason`,
  parameters: [Sql.text, Sql.text, Sql.text],
  row: {},
})

type Failure = { event: ReceivedEvent; envelope: string; reason: string; policy: RetryPolicy }

/**
 * Notes a failed try and when the next one is due; the last one makes it a dead letter. Returns how
 * many there were.
 */
export async function noteFailure(database: Database, consumer: string, failure: Failure): Promise<number> {
  const { event, envelope, policy } = failure
  const reason = storable(failure.reason)
  return await database.inTransaction(async (tx) => {
    const delays = [policy.backoffMs, policy.backoffMaxMs] as const
    const rows = await noteFailureStatement.on(tx, consumer, ...eventKeys(event), envelope, reason, ...delays)
    const tries = rows[0]?.tries ?? 1
    if (tries >= policy.triesMax) await giveUp.on(tx, consumer, event.id, event.type)
    return tries
  })
}

const moveToDeadLetters = statement({
  name: 'kit-insert-dead-letter',
  text: `with
    -- the event, which is parked no longer
    parked as (delete from kit.parked_event where consumer = $1 and event_id = $2)
    insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
    values ($1, $2, $3, $4, $5, $6, $7, 1, $8) on conflict do nothing`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.text, Sql.text, Sql.nullable(Sql.bigint), Sql.text, Sql.text],
  row: {},
})

/** Moves an event that can never be handled to the dead letters without a retry. */
export async function addDeadLetter(database: Database, consumer: string, refused: RefusedEvent): Promise<void> {
  const { eventId, type, source, subject, sequence, envelope, reason } = refused
  const place = [source, subject, sequence ?? null] as const
  await moveToDeadLetters.on(database, consumer, eventId, type, ...place, envelope, storable(reason))
}
