import type { EventGap, PublishedAggregate, PublishedCursor, RepeatResponse } from '@open-oms/contracts/event-losses'
import type { Database } from '../database/database.ts'
import type { Consumer } from '../events/consumer.ts'
import type { Publisher } from './ask-publisher.ts'
import { findUnbegunAggregates, findUnhandledEvents, type UnhandledEvent } from './event-gaps.ts'
import { withinLimit } from './fill-gaps.ts'
import { addMissingEvents } from './missing-events.ts'
import { toEventGaps } from './repeat-published.ts'

/**
 * Of one aggregate type and day: how many aggregates were compared, and what was found of their
 * events.
 */
export type ReconciledDay = {
  source: string
  day: string
  aggregates: number
  /** Events that were lost and are published again. */
  repeated: number
  /** Events that were lost and that the publisher does not keep any more. */
  missing: number
  /**
   * Aggregates whose newest event the stream has not delivered yet, and those that are not begun or
   * only compared in part.
   */
  pending: number
}

export type ReconciliationResult = {
  days: ReconciledDay[]
  /** Everything that was published until then is compared. */
  until: Date
}

export type ReconcileOptions = {
  consumer: Consumer
  database: Database
  publisher: Publisher
  /**
   * The last sequence of the stream up to which everything was delivered to the consumer and
   * acknowledged by it; infinite when it has everything.
   */
  deliveredUntil: number
}

/**
 * Compares what was published since a time with what the consumer has handled, and has what is
 * missing published again (events.md#reconciliation). Raises an error when the publisher cannot be
 * asked. Safe to repeat.
 */
export async function reconcile(reconciling: ReconcileOptions, from: Date): Promise<ReconciliationResult> {
  const { consumer, database, publisher } = reconciling
  const typePrefix = consumer.filterSubject.replace(/>$/, '')
  const days = new Map<string, ReconciledDay>()
  let after: PublishedCursor = { published: from.toISOString(), source: '', subject: '' }
  let pendingFrom: string | null = null
  for (let isLast = false; !isLast; ) {
    const page = await publisher.published({ after, typePrefix })
    isLast = page.isLast
    // Whether one begins in its middle is decided where its gap is asked for.
    const unbegun = await findUnbegunAggregates(database, consumer.name, page.aggregates)
    const pending = page.aggregates.filter(
      (aggregate) => (aggregate.streamSequence ?? 0) > reconciling.deliveredUntil || unbegun.has(aggregate),
    )
    const compared = page.aggregates.filter((aggregate) => !pending.includes(aggregate))
    for (const aggregate of compared) reconciledDay(days, aggregate).aggregates += 1
    pending.push(...(await repair(reconciling, compared, days)))
    for (const aggregate of pending) reconciledDay(days, aggregate).pending += 1
    pendingFrom ??= pending.map(({ published }) => published).sort()[0] ?? null
    const last = page.aggregates.at(-1)
    if (last !== undefined) after = { published: last.published, source: last.source, subject: last.subject }
  }
  // Times are cut to milliseconds: what has the same one is compared again.
  const until = new Date(Date.parse(pendingFrom ?? after.published) - 1)
  return { days: [...days.values()].sort((a, b) => compare(`${a.day}${a.source}`, `${b.day}${b.source}`)), until }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function reconciledDay(days: Map<string, ReconciledDay>, { source, published }: PublishedAggregate): ReconciledDay {
  const day = published.slice(0, 10)
  const known = days.get(`${day} ${source}`)
  if (known) return known
  const begun = { source, day, aggregates: 0, repeated: 0, missing: 0, pending: 0 }
  days.set(`${day} ${source}`, begun)
  return begun
}

const EVENTS_MAX = 1_000

/**
 * Returns the aggregates with more missing events than one request may have: their rest is left for
 * the next comparison.
 */
async function repair(
  { consumer, database, publisher }: ReconcileOptions,
  aggregates: readonly PublishedAggregate[],
  days: Map<string, ReconciledDay>,
): Promise<PublishedAggregate[]> {
  const unfinished: PublishedAggregate[] = []
  let left = aggregates
  for (;;) {
    const unhandled = await findUnhandledEvents(database, consumer.name, { aggregates: left, limit: EVENTS_MAX })
    const first = unhandled[0]
    if (first === undefined) return unfinished
    const gaps = withinLimit(toEventGaps(unhandled))
    const response = await publisher.repeat({ gaps })
    await addMissingEvents(database, consumer.name, response.missing)
    countByDay({ left, unhandled, gaps, response }, days)
    const asked = gaps.reduce((sum, gap) => sum + gapSize(gap), 0)
    if (asked === unhandled.length && unhandled.length < EVENTS_MAX) return unfinished
    const reached = findRank(unhandled, gaps.at(-1)) ?? first.rank
    // Those of the last aggregate may be more than were found. What was asked for is not here yet,
    // so asking again finds the same.
    if (reached === first.rank) unfinished.push(left[reached - 1] as PublishedAggregate)
    left = left.slice(reached === first.rank ? reached : reached - 1)
  }
}

function findRank(unhandled: readonly UnhandledEvent[], gap: EventGap | undefined): number | undefined {
  return unhandled.find(({ source, subject }) => source === gap?.source && subject === gap?.subject)?.rank
}

function gapSize({ first, last }: EventGap): number {
  return last - first + 1
}

type Repair = {
  left: readonly PublishedAggregate[]
  unhandled: readonly UnhandledEvent[]
  gaps: readonly EventGap[]
  response: RepeatResponse
}

function countByDay({ left, unhandled, gaps, response }: Repair, days: Map<string, ReconciledDay>): void {
  const dayOfGap = (gap: EventGap) => reconciledDay(days, left[(findRank(unhandled, gap) ?? 1) - 1] as PublishedAggregate)
  for (const gap of gaps) dayOfGap(gap).repeated += gapSize(gap)
  for (const gap of response.missing) {
    dayOfGap(gap).missing += gapSize(gap)
    dayOfGap(gap).repeated -= gapSize(gap)
  }
}
