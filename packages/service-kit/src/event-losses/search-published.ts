import type { EventGap } from '@open-oms/contracts/event-losses'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { joinEvent } from '../events/published-events.ts'
import { envelopeHead } from './published-positions.ts'

/** Rows that one statement reads: 10 MB or so. */
const ROWS_PER_STATEMENT = 10_000
/** An event that was published so shortly before is not lost but under way. */
const RECENT_SECONDS = 10

/** Behind `envelopeHead`: those events that are in the gaps of the first parameters. */
export const joinGaps = `join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last)
    on event.source = wanted.source and event.subject = wanted.subject and event.sequence between wanted.first and wanted.last`

export const gapParameters = [Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.bigint), Sql.list(Sql.bigint)] as const

/** The values of `gapParameters`. */
export function gapColumns(gaps: readonly EventGap[]) {
  const sources = gaps.map(({ source }) => source)
  const subjects = gaps.map(({ subject }) => subject)
  return [sources, subjects, gaps.map(({ first }) => first), gaps.map(({ last }) => last)] as const
}

const findPublished = statement({
  name: 'kit-find-published-events',
  text: `select event.source, event.subject, event.sequence, kept.sequence as stream_sequence,
      kept.published > clock_timestamp() - interval '${RECENT_SECONDS} s' as is_recent
    from (select * from kit.event_place
      where stream = $5 and sequence between $6::bigint - ${ROWS_PER_STATEMENT - 1} and $6) as kept ${joinEvent('kept')}, ${envelopeHead} ${joinGaps}`,
  parameters: [...gapParameters, Sql.text, Sql.bigint],
  row: {
    source: Sql.nullable(Sql.text),
    subject: Sql.nullable(Sql.text),
    sequence: Sql.nullable(Sql.bigint),
    stream_sequence: Sql.bigint,
    is_recent: Sql.boolean,
  },
})

const findEnds = statement({
  name: 'kit-find-published-ends',
  text: 'select min(sequence) as first, max(sequence) as last, clock_timestamp() as now from kit.event_place where stream = $1',
  parameters: [Sql.text],
  row: { first: Sql.nullable(Sql.bigint), last: Sql.nullable(Sql.bigint), now: Sql.timestamptz },
})

/** In one statement: between two an event may go from one place to the other, and back. */
const findMoved = statement({
  name: 'kit-find-moved-events',
  text: `select event.source, event.subject, event.sequence
    from (select id from kit.waiting_event
      union all select id from kit.event_place where stream = $5 and published >= $6) as moved ${joinEvent('moved')}, ${envelopeHead} ${joinGaps}`,
  parameters: [...gapParameters, Sql.text, Sql.timestamptz],
  row: { source: Sql.nullable(Sql.text), subject: Sql.nullable(Sql.text), sequence: Sql.nullable(Sql.bigint) },
})

type EventPosition = { source: string | null; subject: string | null; sequence: number | null }
type MissingEvents = ReturnType<typeof missingEvents>

/** The events that are asked for and not found yet. */
export function missingEvents(gaps: readonly EventGap[]) {
  const missing = new Map<string, { source: string; subject: string; sequence: number }>()
  const eventKey = ({ source, subject, sequence }: EventPosition) => `${source}\0${subject}\0${sequence}`
  for (const { source, subject, first, last } of gaps)
    for (let sequence = first; sequence <= last; sequence++)
      missing.set(eventKey({ source, subject, sequence }), { source, subject, sequence })
  return { take: (found: EventPosition) => missing.delete(eventKey(found)), values: missing, isEmpty: () => missing.size === 0 }
}

/** The range of stream sequences in which an event was searched for, since when, and not found. */
type Part = { top: number; low: number; since: number }

/** By event, where searches without an end have got to. */
export type SearchProgress = Map<string, Part>

const SEARCHED_MAX = 50_000

export type PublishedSearch = {
  stream: string
  asked: ReturnType<typeof gapColumns>
  /** What is found is taken from it. */
  missing: MissingEvents
  searched: SearchProgress
  /** On the clock of `performance`. A statement that has begun is ended. */
  deadline: number
}

/**
 * Searches the kept events of a stream for missing ones. They have no index on their aggregates,
 * which would cost each publication something: they are read from the newest backwards, from where
 * the search before for the same events has got to; and then where those are that were put back or
 * published meanwhile. Returns the sequences in the stream of those that were lost, the number of
 * those that are on their way, and whether everything was searched.
 */
export async function searchPublished(
  database: Pick<Transaction, 'query'>,
  { stream, asked, missing, searched, deadline }: PublishedSearch,
): Promise<{ lost: number[]; onTheirWay: number; hasEnded: boolean }> {
  const found: { stream_sequence: number; is_recent: boolean }[] = []
  const [ends] = await findEnds.on(database, stream)
  const [first, newest] = [ends?.first ?? 1, ends?.last ?? 0]
  const now = (ends?.now.getTime() ?? 0) - 1_000 * RECENT_SECONDS
  const done = searchedTogether(searched, missing) ?? { top: newest, low: newest + 1, since: now }
  // Below the part that was searched before, once what came since is searched.
  const jump = (last: number) => (last >= done.low && last <= done.top ? done.low - 1 : last)
  let last = jump(newest)
  for (let isLate = false; last >= first && !missing.isEmpty() && !isLate; isLate = performance.now() >= deadline) {
    found.push(...(await findPublished.on(database, ...asked, stream, last)).filter(missing.take))
    last = jump(last - ROWS_PER_STATEMENT)
  }
  const moved = missing.isEmpty() ? [] : await findMoved.on(database, ...asked, stream, new Date(done.since))
  const onTheirWay = moved.filter(missing.take).length
  const hasEnded = last < first
  if (hasEnded) for (const key of missing.values.keys()) searched.delete(key)
  else if (last < done.low) noteSearched(searched, missing, { top: newest, low: last + 1, since: done.since })
  const lost = found.filter(({ is_recent }) => !is_recent).map(({ stream_sequence }) => stream_sequence)
  return { lost, onTheirWay: onTheirWay + found.length - lost.length, hasEnded }
}

function noteSearched(searched: SearchProgress, missing: MissingEvents, part: Part): void {
  if (searched.size > SEARCHED_MAX) searched.clear()
  for (const key of missing.values.keys()) searched.set(key, part)
}

/** The part of the stream that was searched for all of these events. */
function searchedTogether(searched: SearchProgress, missing: MissingEvents): Part | null {
  const parts = Array.from(missing.values.keys(), (key) => searched.get(key))
  if (parts.length === 0 || parts.includes(undefined)) return null
  const known = parts as Part[]
  return {
    top: Math.min(...known.map(({ top }) => top)),
    low: Math.max(...known.map(({ low }) => low)),
    since: Math.min(...known.map(({ since }) => since)),
  }
}
