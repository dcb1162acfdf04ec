import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import type { ReceivedEvent } from './incoming-event.ts'

/**
 * The result of a claim: whether this process handles the events now, and whether a parked one is
 * among or right behind them.
 */
export type ClaimedEvents = { claimed: boolean; has_successor: boolean }

/** Events of one aggregate that follow each other. */
type Stretch = { source: string; subject: string; first: number; last: number }

/**
 * Moves each position from the first sequence of its stretch to behind the last, or begins it for
 * an aggregate's first event. Whether there are other rows is asked as a value: for `exists` the
 * planner would read all of a table that was small when the plan was made.
 */
export const claimText = `with
  -- consecutive events of each subject
  stretch as (
    select * from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) as s (source, subject, first, last)
  ),
  -- the events, if none was handled before
  done as (
    insert into kit.inbox (consumer, event_id) select $1, event_id from unnest($2::text[]) as e (event_id) on conflict do nothing returning 1
  ),
  -- the positions behind them, where they were in front of them
  moved as (
    insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
    select $1, source, subject, last + 1, first from stretch as s
    where first = 1 or (select true from kit.event_position where consumer = $1 and source = s.source and subject = s.subject)
    on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
      where position.next_sequence = excluded.first_sequence
    returning 1
  )
  select (select count(*) from done) = cardinality($2::text[]) and (select count(*) from moved) = cardinality($3::text[]) as claimed,
    exists (
      select from stretch as s where (
        select true from kit.parked_event as p
        where p.consumer = $1 and p.source = s.source and p.subject = s.subject and p.sequence between s.first + 1 and s.last + 1 limit 1
      )
    ) as has_successor`

const claimEventsStatement = statement({
  name: 'kit-claim-events',
  text: claimText,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.bigint), Sql.list(Sql.bigint)],
  row: { claimed: Sql.boolean, has_successor: Sql.boolean },
})

/**
 * Writes down that events are handled, if they are the ones to come: none was done before, and
 * those of each aggregate are next in its sequence (events.md#event-order). In one statement,
 * however many they are. If they are not claimed the transaction must be rolled back. Types without
 * a handler only move the position; events without a sequence only go into the inbox.
 */
export async function claimEvents(
  tx: Pick<Transaction, 'query'>,
  consumer: string,
  claims: readonly { event: ReceivedEvent; isHandled: boolean }[],
): Promise<ClaimedEvents> {
  const stretches = groupIntoStretches(claims.map(({ event }) => event))
  if (stretches === null) return { claimed: false, has_successor: false }
  const rows = await claimEventsStatement.on(
    tx,
    consumer,
    claims.filter(({ isHandled }) => isHandled).map(({ event }) => event.id),
    stretches.map(({ source }) => source),
    stretches.map(({ subject }) => subject),
    stretches.map(({ first }) => first),
    stretches.map(({ last }) => last),
  )
  return rows[0] as ClaimedEvents
}

/** The events by aggregate; null when those of one do not follow each other. */
function groupIntoStretches(events: readonly ReceivedEvent[]): Stretch[] | null {
  const stretches = new Map<string, Stretch>()
  for (const { source, subject, sequence } of events) {
    if (sequence === undefined) continue
    const key = `${source}\0${subject}`
    const known = stretches.get(key)
    if (known === undefined) stretches.set(key, { source, subject, first: sequence, last: sequence })
    else if (sequence === known.last + 1) known.last = sequence
    else return null
  }
  return [...stretches.values()]
}

/** The position of an event that could not be claimed. */
export type PositionStatus =
  /** Handled before, here or in another process. */
  | 'done'
  /** An earlier event of its aggregate has not come yet. */
  | 'early'
  /**
   * It is before the position where this consumer began with the aggregate: it would come after
   * later ones.
   */
  | 'before-start'
  /** The first that this consumer sees of its aggregate, and not the aggregate's first. */
  | 'unknown-aggregate'
  /** Claimable by now. */
  | 'next'

const findInbox = statement({
  name: 'kit-find-inbox',
  text: 'select from kit.inbox where event_id = $1 and consumer = $2',
  parameters: [Sql.text, Sql.text],
  row: {},
})

const lockPosition = statement({
  name: 'kit-lock-position',
  text: `select next_sequence, first_sequence from kit.event_position
    where consumer = $1 and source = $2 and subject = $3 for update`,
  parameters: [Sql.text, Sql.text, Sql.text],
  row: { next_sequence: Sql.bigint, first_sequence: Sql.bigint },
})

const startPositionStatement = statement({
  name: 'kit-start-position',
  text: `insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
    values ($1, $2, $3, $4, $4) on conflict do nothing`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.nullable(Sql.bigint)],
  row: {},
})

/**
 * Finds out why an event could not be claimed. Keeps the position from moving until the transaction
 * ends.
 */
export async function findPositionStatus(tx: Transaction, consumer: string, event: ReceivedEvent): Promise<PositionStatus> {
  const inbox = await findInbox.on(tx, event.id, consumer)
  if (inbox.length > 0) return 'done'
  if (event.sequence === undefined) return 'next'
  const [position] = await lockPosition.on(tx, consumer, event.source, event.subject)
  if (position === undefined) return event.sequence === 1 ? 'next' : 'unknown-aggregate'
  if (event.sequence > position.next_sequence) return 'early'
  if (event.sequence === position.next_sequence) return 'next'
  return event.sequence < position.first_sequence ? 'before-start' : 'done'
}

/** Begins with an aggregate at this event, because the earlier ones are not kept any more. */
export async function startPosition(tx: Pick<Transaction, 'query'>, consumer: string, event: ReceivedEvent): Promise<void> {
  await startPositionStatement.on(tx, consumer, event.source, event.subject, event.sequence ?? null)
}
