import type { EventGap, RepeatResponse } from '@open-oms/contracts/event-losses'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { joinEvent, putBackLost } from '../events/published-events.ts'
import { envelopeHead } from './published-positions.ts'
import { gapColumns, gapParameters, joinGaps, missingEvents, type SearchProgress, searchPublished } from './search-published.ts'

const findWaiting = statement({
  name: 'kit-find-waiting-events',
  text: `select event.source, event.subject, event.sequence
    from kit.waiting_event as waiting ${joinEvent('waiting')}, ${envelopeHead} ${joinGaps}`,
  parameters: gapParameters,
  row: { source: Sql.nullable(Sql.text), subject: Sql.nullable(Sql.text), sequence: Sql.nullable(Sql.bigint) },
})

export type RepeatedStream = {
  stream: string
  /** Kept between the requests for events of the stream. */
  searched?: SearchProgress
  /** Longest search; 30 s when absent, since the consumer waits for a minute. */
  searchMs?: number
}

const SEARCH_MS = 30_000

/**
 * Has the events of these gaps published again where they are kept
 * (events.md#requests-to-the-publisher). A search that takes too long continues with the next
 * request for the same events, which are neither repeated nor missing until then. Safe to repeat.
 */
export async function repeatPublished(
  database: Pick<Transaction, 'query'>,
  { stream, searched = new Map(), searchMs = SEARCH_MS }: RepeatedStream,
  gaps: readonly EventGap[],
): Promise<RepeatResponse> {
  const deadline = performance.now() + searchMs
  const missing = missingEvents(gaps)
  const asked = gapColumns(gaps)
  const waiting = (await findWaiting.on(database, ...asked)).filter(missing.take).length
  const found = await searchPublished(database, { stream, asked, missing, searched, deadline })
  const onTheirWay = waiting + found.onTheirWay
  // Its relay finds them in the outbox; of two requests at the same time one puts them there.
  if (found.lost.length > 0) await putBackLost(database, stream, { listed: found.lost })
  const isKnown = found.hasEnded
  return { repeated: found.lost.length, onTheirWay, missing: isKnown ? toEventGaps([...missing.values.values()]) : [] }
}

/** Sequences as gaps, those that follow each other in one. */
export function toEventGaps(events: readonly { source: string; subject: string; sequence: number }[]): EventGap[] {
  const gaps: EventGap[] = []
  for (const { source, subject, sequence } of events) {
    const known = gaps.at(-1)
    if (known?.source === source && known.subject === subject && known.last === sequence - 1) known.last = sequence
    else gaps.push({ source, subject, first: sequence, last: sequence })
  }
  return gaps
}
