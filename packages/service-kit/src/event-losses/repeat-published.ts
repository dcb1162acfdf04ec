import type { EventGap, RepeatResponse } from '@oms/contracts/event-losses'
import { bigint, boolean, list, nullable, statement, text } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { putBackLost } from '../events/published-events.ts'
import { envelopeHead } from './published-positions.ts'

type Querying = Pick<Transaction, 'query'>

/** Rows that one statement reads: 10 MB or so. */
const ROWS_PER_STATEMENT = 10_000
/** An event that was published so shortly before is not lost but under way. */
const RECENT_SECONDS = 10

const wanted = `join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last)
    on event.source = wanted.source and event.subject = wanted.subject and event.sequence between wanted.first and wanted.last`
const gapParameters = [list(text), list(text), list(bigint), list(bigint)] as const

const findWaiting = statement({
  name: 'kit-find-waiting-events',
  text: `select event.source, event.subject, event.sequence from kit.outbox, ${envelopeHead} ${wanted}`,
  parameters: gapParameters,
  row: { source: nullable(text), subject: nullable(text), sequence: nullable(bigint) },
})

const findPublished = statement({
  name: 'kit-find-published-events',
  text: `select event.source, event.subject, event.sequence, kept.sequence as place,
      kept.published > clock_timestamp() - interval '${RECENT_SECONDS} s' as is_recent
    from (select * from kit.published_event
      where stream = $5 and sequence between $6::bigint - ${ROWS_PER_STATEMENT - 1} and $6) as kept, ${envelopeHead} ${wanted}`,
  parameters: [...gapParameters, text, bigint],
  row: { source: nullable(text), subject: nullable(text), sequence: nullable(bigint), place: bigint, is_recent: boolean },
})

const findEnds = statement({
  name: 'kit-find-published-ends',
  text: 'select min(sequence) as first, max(sequence) as last from kit.published_event where stream = $1',
  parameters: [text],
  row: { first: nullable(bigint), last: nullable(bigint) },
})

type Found = { source: string | null; subject: string | null; sequence: number | null }

/** The sequences that are asked for and not found yet. */
function missingOf(gaps: readonly EventGap[]) {
  const missing = new Map<string, { source: string; subject: string; sequence: number }>()
  const keyOf = ({ source, subject, sequence }: Found) => `${source}\0${subject}\0${sequence}`
  for (const { source, subject, first, last } of gaps)
    for (let sequence = first; sequence <= last; sequence++)
      missing.set(keyOf({ source, subject, sequence }), { source, subject, sequence })
  return { take: (found: Found) => missing.delete(keyOf(found)), values: missing, isEmpty: () => missing.size === 0 }
}

/**
 * Has the events of these gaps published again where they are kept (events.md#requests-to-the-publisher).
 * Kept events have no index on their aggregates, which would cost each publication something: they
 * are read from the newest backwards until everything is found. Safe to repeat.
 */
export async function repeatPublished(database: Querying, stream: string, gaps: readonly EventGap[]): Promise<RepeatResponse> {
  const missing = missingOf(gaps)
  const asked = [
    gaps.map(({ source }) => source),
    gaps.map(({ subject }) => subject),
    gaps.map(({ first }) => first),
    gaps.map(({ last }) => last),
  ] as const
  let onTheirWay = (await findWaiting.on(database, ...asked)).filter(missing.take).length
  const places: number[] = []
  const [ends] = await findEnds.on(database, stream)
  const first = ends?.first ?? 1
  for (let last = ends?.last ?? 0; last >= first && !missing.isEmpty(); last -= ROWS_PER_STATEMENT) {
    for (const found of await findPublished.on(database, ...asked, stream, last)) {
      if (!missing.take(found)) continue
      if (found.is_recent) onTheirWay += 1
      else places.push(found.place)
    }
  }
  // Another request may have moved them meanwhile.
  if (!missing.isEmpty()) onTheirWay += (await findWaiting.on(database, ...asked)).filter(missing.take).length
  // Its relay finds them in the outbox; of two requests at the same time one moves them.
  if (places.length > 0) await putBackLost(database, stream, { listed: places })
  return { repeated: places.length, onTheirWay, missing: gapsOf([...missing.values.values()]) }
}

/** Sequences as gaps, those that follow each other in one. */
export function gapsOf(events: readonly { source: string; subject: string; sequence: number }[]): EventGap[] {
  const gaps: EventGap[] = []
  for (const { source, subject, sequence } of events) {
    const known = gaps.at(-1)
    if (known?.source === source && known.subject === subject && known.last === sequence - 1) known.last = sequence
    else gaps.push({ source, subject, first: sequence, last: sequence })
  }
  return gaps
}
