import type { PublishedAggregate, PublishedCursor } from '@open-oms/contracts/event-losses'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { joinEvent } from '../events/published-events.ts'

type Queryable = Pick<Transaction, 'query'>

/**
 * The attributes of a stored envelope without its data, which is its last attribute: data may have
 * escapes that PostgreSQL refuses, and is most of the text.
 */
export const envelopeHead = `lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json)
      as event (source text, subject text, sequence bigint)`

/**
 * What is noted in one statement: a quarter of an hour, or less where that has more events than
 * `ROWS_MAX`.
 */
const WINDOW_MS = 15 * 60_000
const ROWS_MAX = 10_000
/**
 * Of one call, which then takes some seconds. More than are published in the overlap, so that each
 * call gets further.
 */
const STATEMENTS_MAX = 200
/** Rows become visible a moment after their time. */
const OVERLAP_MS = 120_000

const findNoted = statement({
  name: 'kit-last-noted-position',
  text: `select max(published) - ${OVERLAP_MS} * interval '1 ms' as noted from kit.published_position`,
  parameters: [],
  row: { noted: Sql.nullable(Sql.timestamptz) },
})

const findNext = statement({
  name: 'kit-next-published',
  text: 'select min(published) as next from kit.event_place where published >= $1',
  parameters: [Sql.timestamptz],
  row: { next: Sql.nullable(Sql.timestamptz) },
})

/**
 * No more than `ROWS_MAX` and one. The index of times finds pages, not rows: what is counted is
 * stored together.
 */
const countWithin = statement({
  name: 'kit-count-published-within',
  text: `select count(*) as count from (select from kit.event_place where published >= $1 and published < $2
    limit ${ROWS_MAX + 1}) as within`,
  parameters: [Sql.timestamptz, Sql.timestamptz],
  row: { count: Sql.bigint },
})

const notePositions = statement({
  name: 'kit-note-published-positions',
  text: `insert into kit.published_position as known
      (source, subject, stream, type, last_sequence, stream_sequence, stream_created, published)
    select distinct on (event.source, event.subject)
      event.source, event.subject, stream, type, event.sequence, place.sequence, known_stream.created, published
    from kit.event_place as place join kit.known_stream on known_stream.name = stream ${joinEvent('place')}, ${envelopeHead}
    where published >= $1 and published < $2 and event.sequence is not null
    order by event.source, event.subject, event.sequence desc, published desc
    on conflict (source, subject) do update set type = excluded.type, last_sequence = excluded.last_sequence,
      stream_sequence = excluded.stream_sequence, stream_created = excluded.stream_created, published = excluded.published
      where excluded.last_sequence >= known.last_sequence
        -- a stream that has lost its end gives the sequence of a lost event to another one
        and (known.last_sequence, known.stream_sequence, known.stream_created, known.published)
          is distinct from (excluded.last_sequence, excluded.stream_sequence, excluded.stream_created, excluded.published)`,
  parameters: [Sql.timestamptz, Sql.timestamptz],
  row: {},
})

/**
 * Notes the newest published event of each aggregate, from where it was noted last until now, in
 * statements of a bounded size. Returns whether everything is noted; the next call continues. Safe
 * to repeat, and for several processes.
 */
export async function notePublishedPositions(database: Queryable, statementsMax = STATEMENTS_MAX): Promise<boolean> {
  const [last] = await findNoted.on(database)
  let from = last?.noted ?? new Date(0)
  let windowMs = WINDOW_MS
  for (let left = statementsMax; left > 0; ) {
    const to = new Date(from.getTime() + windowMs)
    const count = (await countWithin.on(database, from, to))[0]?.count ?? 0
    if (count === 0) {
      const [first] = await findNext.on(database, to)
      if (!first?.next) return true
      from = first.next
    } else if (count > ROWS_MAX && windowMs > 1) windowMs = Math.ceil(windowMs / 2)
    else {
      await notePositions.on(database, from, to)
      from = to
      windowMs = Math.min(WINDOW_MS, windowMs * 2)
      left -= 1
    }
  }
  return false
}

/** How many aggregates one response has. */
const PAGE_SIZE = 1_000

const readPage = statement({
  name: 'kit-read-published-positions',
  text: `select source, subject, last_sequence as "lastSequence", published,
      case when stream_created = known_stream.created then stream_sequence end as "streamSequence"
    from kit.published_position join kit.known_stream on name = stream
    where stream = $1 and starts_with(type, $2) and (published, source, subject) > ($3, $4, $5)
      and published < clock_timestamp() - $6 * interval '1 ms'
    order by published, source, subject limit ${PAGE_SIZE}`,
  parameters: [Sql.text, Sql.text, Sql.timestamptz, Sql.text, Sql.text, Sql.double],
  row: {
    source: Sql.text,
    subject: Sql.text,
    lastSequence: Sql.bigint,
    published: Sql.timestamptz,
    streamSequence: Sql.nullable(Sql.bigint),
  },
})

export type PublishedPage = {
  stream: string
  /** What the types of the events begin with. */
  typePrefix: string
  after: PublishedCursor
  /** Events published within this time may still be on their way, and are left out. */
  underWayMs: number
}

/** Aggregates that events were published of, in the order of their newest events. */
export async function readPublishedPage(
  database: Queryable,
  { stream, typePrefix, after, underWayMs }: PublishedPage,
): Promise<{ aggregates: PublishedAggregate[]; isLast: boolean }> {
  const position = [new Date(after.published), after.source, after.subject] as const
  const rows = await readPage.on(database, stream, typePrefix, ...position, underWayMs)
  const aggregates = rows.map((row) => ({ ...row, published: row.published.toISOString() }))
  return { aggregates, isLast: rows.length < PAGE_SIZE }
}

/** Deletes what was published longer ago than a stream keeps events. Returns the deleted rows. */
export const deletePublishedPositions = statement({
  name: 'kit-purge-published-positions',
  text: `delete from kit.published_position where ctid = any (array (
  select ctid from kit.published_position where published < coalesce($1::timestamptz, clock_timestamp()) - $2 * interval '1 day'
  limit $3)) returning 1 as deleted`,
  parameters: [Sql.nullable(Sql.timestamptz), Sql.double, Sql.bigint],
  row: { deleted: Sql.integer },
})
