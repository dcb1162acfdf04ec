import type { EventGap } from '@open-oms/contracts/event-losses'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

type Queryable = Pick<Transaction, 'query'>

/**
 * The type of a dead letter that is no event: one that nobody has any more
 * (events.md#missing-events).
 */
export const missingType = 'missing'

const addMissing = statement({
  name: 'kit-add-missing-events',
  text: `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
    select $1, 'missing:' || encode(sha256(convert_to(gap.source || E'\\n' || gap.subject || E'\\n' || sequence, 'UTF8')), 'hex'), '${missingType}', gap.source, gap.subject, sequence,
      '', 0, 'The event was lost, and its publisher does not keep it any more.'
    from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) as gap (source, subject, first, last),
      generate_series(gap.first, gap.last) as sequence
    on conflict do nothing`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.bigint), Sql.list(Sql.bigint)],
  row: {},
})

/**
 * Makes dead letters of events that nobody has any more, so that a person decides. Their ids are
 * hashes: source and subject together may be longer than an id.
 */
export async function addMissingEvents(database: Queryable, consumer: string, gaps: readonly EventGap[]): Promise<void> {
  if (gaps.length === 0) return
  await addMissing.on(
    database,
    consumer,
    gaps.map(({ source }) => source),
    gaps.map(({ subject }) => subject),
    gaps.map(({ first }) => first),
    gaps.map(({ last }) => last),
  )
}

const removeFound = statement({
  name: 'kit-remove-found-events',
  text: `delete from kit.dead_letter as letter using kit.event_position as position
    where letter.consumer = $1 and letter.type = '${missingType}' and position.consumer = $1
      and position.source = letter.source and position.subject = letter.subject and letter.sequence < next_sequence`,
  parameters: [Sql.text],
  row: {},
})

/** Removes the dead letters of missing events that have come after all. */
export async function removeFoundEvents(database: Queryable, consumer: string): Promise<void> {
  await removeFound.on(database, consumer)
}

const beginBehind = statement({
  name: 'kit-begin-behind-gap',
  text: `with
    -- the position behind the gap
    begun as (
      insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
      values ($1, $2, $3, $4::bigint + 1, $4::bigint + 1) on conflict do nothing)
    update kit.parked_event set due = clock_timestamp()
    where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
  row: {},
})

/**
 * Begins with an aggregate behind a gap that neither the stream nor the publisher can fill any
 * more.
 */
export async function beginBehindGap(database: Queryable, consumer: string, { source, subject, last }: EventGap): Promise<void> {
  await beginBehind.on(database, consumer, source, subject, last)
}
