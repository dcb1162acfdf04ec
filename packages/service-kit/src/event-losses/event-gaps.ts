import type { EventGap } from '@open-oms/contracts/event-losses'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

type Queryable = Pick<Transaction, 'query'>

/**
 * The condition: no event of the gap is known to the consumer as a dead letter, for which a person
 * is asked.
 */
const isNoDeadLetter = `not exists (select from kit.dead_letter as letter where letter.consumer = $1
    and letter.source = waiting.source and letter.subject = waiting.subject
    and letter.sequence between coalesce(next_sequence, 1) and waiting.sequence - 1)`

const gapped = `(select source, subject, min(sequence) as sequence, min(parked) as parked
      from kit.parked_event where consumer = $1 and sequence is not null group by source, subject) as waiting
    left join kit.event_position as position
      on position.consumer = $1 and position.source = waiting.source and position.subject = waiting.subject
    where waiting.sequence > coalesce(next_sequence, 1) and ${isNoDeadLetter}`

const findGaps = statement({
  name: 'kit-find-event-gaps',
  text: `select waiting.source, waiting.subject, coalesce(next_sequence, 1) as first, waiting.sequence - 1 as last,
      next_sequence is not null as "isBegun"
    from ${gapped} and waiting.parked <= clock_timestamp() - $2 * interval '1 ms'
    order by waiting.parked limit $3`,
  parameters: [Sql.text, Sql.double, Sql.bigint],
  row: { source: Sql.text, subject: Sql.text, first: Sql.bigint, last: Sql.bigint, isBegun: Sql.boolean },
})

/** `isBegun`: the consumer has handled earlier events of the aggregate. */
export type WaitedGap = EventGap & { isBegun: boolean }

type GapSelection = { waitedMs: number; limit: number }

/**
 * The gaps before parked events that have waited for so long, those that have waited longest first.
 */
export async function findEventGaps(database: Queryable, consumer: string, selection: GapSelection): Promise<WaitedGap[]> {
  return await findGaps.on(database, consumer, selection.waitedMs, selection.limit)
}

const countGaps = statement({
  name: 'kit-count-event-gaps',
  text: `select count(*) as count from ${gapped}`,
  parameters: [Sql.text],
  row: { count: Sql.bigint },
})

/** How many aggregates a consumer waits for with an event missing. */
export async function countEventGaps(database: Queryable, consumer: string): Promise<number> {
  const [row] = await countGaps.on(database, consumer)
  return row?.count ?? 0
}

const findUnbegun = statement({
  name: 'kit-find-unbegun-aggregates',
  text: `select asked.rank::int as rank
    from unnest($2::text[], $3::text[]) with ordinality as asked (source, subject, rank)
    join (select waiting.source, waiting.subject from ${gapped} and next_sequence is null) as unbegun using (source, subject)`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text)],
  row: { rank: Sql.integer },
})

/**
 * Those of some aggregates that a consumer has not begun with, because it still waits for the
 * events before a parked one (events.md#missing-events).
 */
export async function findUnbegunAggregates<A extends { source: string; subject: string }>(
  database: Queryable,
  consumer: string,
  aggregates: readonly A[],
): Promise<Set<A>> {
  const columns = [aggregates.map(({ source }) => source), aggregates.map(({ subject }) => subject)] as const
  const ranks = new Set((await findUnbegun.on(database, consumer, ...columns)).map(({ rank }) => rank))
  return new Set(aggregates.filter((_, index) => ranks.has(index + 1)))
}

const findUnhandled = statement({
  name: 'kit-find-unhandled-events',
  text: `select published.source, published.subject, expected.sequence, published.rank::int as rank
    from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as published (source, subject, last, rank)
    left join kit.event_position as position
      on position.consumer = $1 and position.source = published.source and position.subject = published.subject,
    lateral generate_series(coalesce(next_sequence, 1), published.last) as expected (sequence)
    where not exists (select from kit.parked_event as parked where parked.consumer = $1 and parked.source = published.source
        and parked.subject = published.subject and parked.sequence = expected.sequence)
      and not exists (select from kit.dead_letter as letter where letter.consumer = $1 and letter.source = published.source
        and letter.subject = published.subject and letter.sequence = expected.sequence)
    order by published.rank, expected.sequence limit $5`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.bigint), Sql.bigint],
  row: { source: Sql.text, subject: Sql.text, sequence: Sql.bigint, rank: Sql.integer },
})

export type UnhandledEvent = { source: string; subject: string; sequence: number; rank: number }

/**
 * Events up to the last sequence of each aggregate that the consumer has neither handled nor parked
 * nor given up. `rank` is the aggregate's, from 1.
 */
export async function findUnhandledEvents(
  database: Queryable,
  consumer: string,
  published: { aggregates: readonly { source: string; subject: string; lastSequence: number }[]; limit: number },
): Promise<UnhandledEvent[]> {
  const { aggregates, limit } = published
  const columns = [
    aggregates.map(({ source }) => source),
    aggregates.map(({ subject }) => subject),
    aggregates.map(({ lastSequence }) => lastSequence),
  ] as const
  return await findUnhandled.on(database, consumer, ...columns, limit)
}
