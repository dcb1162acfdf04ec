import { type EventGap, LOSS_EVENTS_MAX, LOSS_GAPS_MAX, type RepeatResponse } from '@open-oms/contracts/event-losses'
import type { HandlerContext } from '../events/handle-events.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import type { Publisher } from './ask-publisher.ts'
import { findEventGaps, type WaitedGap } from './event-gaps.ts'
import { addMissingEvents, beginBehindGap, removeFoundEvents } from './missing-events.ts'

export type GapFillOptions = {
  handling: Pick<HandlerContext, 'consumer' | 'database' | 'log' | 'hasExpired'>
  publisher: Publisher
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
  /** How long an event waits for an earlier one before the publisher is asked. */
  waitMs: number
}

/** When a gap is asked for again, by the gap. The wait doubles up to ten minutes. */
export type AskedGaps = Map<string, { at: number; waitMs: number }>

const AGAIN_MAX_MS = 600_000

/**
 * Asks the publisher for the events that parked ones wait for (events.md#missing-events). What it
 * does not keep any more becomes a dead letter; an aggregate that the consumer has never met begins
 * behind the gap where the stream has let go of old events too. Raises an error when the publisher
 * cannot be asked; the gaps are then still due.
 */
export async function fillGaps(filling: GapFillOptions, asked: AskedGaps): Promise<void> {
  const { handling, publisher, waitMs } = filling
  const { consumer, database } = handling
  await removeFoundEvents(database, consumer.name)
  const gaps = await findEventGaps(database, consumer.name, { waitedMs: waitMs, limit: LOSS_GAPS_MAX })
  const sent = withinLimit(selectDueGaps(gaps, asked))
  if (sent.length === 0) return
  const request = { gaps: sent.map(({ source, subject, first, last }) => ({ source, subject, first, last })) }
  const response = await publisher.repeat(request)
  noteAsked(sent, asked, waitMs)
  count(filling, response)
  await giveUpMissing(filling, response.missing, sent)
}

function gapKey({ source, subject, first }: EventGap): string {
  return `${source}\0${subject}\0${first}`
}

/** The gaps that were not asked for shortly before. Forgets those that no longer exist. */
function selectDueGaps(gaps: readonly WaitedGap[], asked: AskedGaps): WaitedGap[] {
  const now = performance.now()
  const keys = new Set(gaps.map(gapKey))
  for (const key of asked.keys()) if (!keys.has(key)) asked.delete(key)
  return gaps.filter((gap) => (asked.get(gapKey(gap))?.at ?? 0) <= now)
}

function noteAsked(gaps: readonly EventGap[], asked: AskedGaps, waitMs: number): void {
  for (const gap of gaps) {
    const again = Math.min(AGAIN_MAX_MS, (asked.get(gapKey(gap))?.waitMs ?? waitMs) * 2)
    asked.set(gapKey(gap), { at: performance.now() + again, waitMs: again })
  }
}

/** As many as one request may have, the first one shortened when it alone is too large. */
export function withinLimit<G extends EventGap>(gaps: readonly G[]): G[] {
  let left = LOSS_EVENTS_MAX
  const chosen: G[] = []
  for (const gap of gaps.slice(0, LOSS_GAPS_MAX)) {
    const last = Math.min(gap.last, gap.first + left - 1)
    if (last < gap.first) break
    chosen.push({ ...gap, last })
    left -= last - gap.first + 1
  }
  return chosen
}

function count({ handling, metrics }: GapFillOptions, { repeated, onTheirWay, missing }: RepeatResponse): void {
  const gone = missing.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const outcomes = { repeated, on_their_way: onTheirWay, missing: gone }
  for (const [outcome, events] of Object.entries(outcomes))
    if (events > 0) metrics?.count('oms_events_requested_total', { consumer: handling.consumer.name, outcome }, events)
  handling.log.warn({ consumer: handling.consumer.name, ...outcomes }, 'earlier events are missing; their publisher was asked')
}

async function giveUpMissing(
  { handling }: GapFillOptions,
  missing: readonly EventGap[],
  asked: readonly WaitedGap[],
): Promise<void> {
  if (missing.length === 0) return
  const { consumer, database, log } = handling
  const isNew = (gap: EventGap) =>
    asked.some(({ source, subject, isBegun }) => source === gap.source && subject === gap.subject && !isBegun)
  const hasExpired = missing.some(isNew) && (await handling.hasExpired())
  const skipped = hasExpired ? missing.filter(isNew) : []
  const lost = missing.filter((gap) => !skipped.includes(gap))
  for (const gap of skipped) await beginBehindGap(database, consumer.name, gap)
  await addMissingEvents(database, consumer.name, lost)
  for (const gap of lost) log.error({ consumer: consumer.name, ...gap }, 'lost events are not kept any more: dead letters')
}
