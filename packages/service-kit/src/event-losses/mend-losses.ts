import type { Nats } from '../events/connect-nats.ts'
import { isStreamMissing } from '../events/ensure-streams.ts'
import type { HandlerContext } from '../events/handle-events.ts'
import { errorText } from '../observability/error-text.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import { jittered, pause } from '../waiting/pause.ts'
import { hasPublisher, type Publisher, type PublisherOptions, publisherClient } from './ask-publisher.ts'
import { type AskedGaps, fillGaps } from './fill-gaps.ts'
import { type ReconciledDay, reconcile } from './reconcile.ts'
import { dueReconciliation, saveReconciliation } from './reconciliation-store.ts'

export type LossRepairOptions = PublisherOptions & {
  nats: Nats
  handling: HandlerContext
  /** Whether the consumer exists at the server: at a first start only once its stream is there. */
  isMade: () => boolean
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
  /** How long an event waits for an earlier one before the publisher is asked; 5 s when absent. */
  gapWaitMs?: number | undefined
  /** How often what was published is compared with what was handled; an hour when absent. */
  reconcileMs?: number | undefined
  /** How soon that is done again when something was missing or pending; two minutes when absent. */
  recheckMs?: number | undefined
}

const GAP_WAIT_MS = 5_000
const RECONCILE_MS = 3_600_000
const RECHECK_MS = 120_000
/** The wait after requests that failed is so many times as long at most. */
const FAILED_FACTOR_MAX = 6

/** What is remembered from one turn of `mendLosses` to the next. */
export type LossRepairState = { asked: AskedGaps; wasComplete: boolean }

/** Nothing is asked for yet, and nothing known to be missing. */
export const newLossRepair = (): LossRepairState => ({ asked: new Map(), wasComplete: true })

/**
 * Finds events that a consumer misses, and has its publisher repeat them, until the signal ends it
 * (events.md#missing-events, events.md#reconciliation). To be run by the one process that runs the
 * consumer.
 */
export async function mendLosses(mending: LossRepairOptions, signal: AbortSignal): Promise<void> {
  const { nats, handling, gapWaitMs = GAP_WAIT_MS } = mending
  const { consumer, log } = handling
  if (!hasPublisher(consumer.stream)) return
  const state = newLossRepair()
  for (let failures = 0; !signal.aborted; ) {
    await pause(jittered(gapWaitMs * Math.min(FAILED_FACTOR_MAX, 2 ** failures)), signal)
    if (signal.aborted || !nats.isConnected() || !mending.isMade()) continue
    try {
      await mendOnce(mending, state)
      failures = 0
    } catch (error) {
      failures += 1
      // That a stream does not exist is said by who pulls its events.
      if (!signal.aborted && !isStreamMissing(error))
        log.warn({ consumer: consumer.name, reason: errorText(error) }, 'the publisher cannot be asked; trying again')
    }
  }
}

/** One turn of `mendLosses`. Raises an error when the publisher or the database cannot be asked. */
export async function mendOnce(mending: LossRepairOptions, state: LossRepairState): Promise<void> {
  const { nats, handling, metrics, gapWaitMs = GAP_WAIT_MS } = mending
  const publisher = publisherClient(handling.consumer.stream, nats, mending)
  await fillGaps({ handling, publisher, metrics, waitMs: gapWaitMs }, state.asked)
  state.wasComplete = await reconcileWhenDue(mending, publisher, state.wasComplete)
}

/**
 * Returns whether nothing was missing or pending at the last comparison. Whatever lost an event may
 * lose it again: nats-server 2.9 passes over new messages while it finds out that a block is
 * damaged.
 */
async function reconcileWhenDue(mending: LossRepairOptions, publisher: Publisher, wasComplete: boolean): Promise<boolean> {
  const { nats, handling, metrics, reconcileMs = RECONCILE_MS, recheckMs = RECHECK_MS } = mending
  const { consumer, database, log } = handling
  const everyMs = wasComplete ? reconcileMs : Math.min(reconcileMs, recheckMs)
  const due = await dueReconciliation(database, consumer.name, everyMs)
  if (due === null) return wasComplete
  const { ack_floor, num_ack_pending, num_pending, num_waiting } = await nats.manager.consumers.info(
    consumer.stream,
    consumer.name,
  )
  // One that waits for messages gets everything that the server can still read.
  const hasEverything = num_ack_pending === 0 && (num_pending === 0 || num_waiting > 0)
  const deliveredUntil = hasEverything ? Number.POSITIVE_INFINITY : ack_floor.stream_seq
  const reconciled = await reconcile({ consumer, database, publisher, deliveredUntil }, due.from)
  await saveReconciliation(database, consumer.name, { ...reconciled, version: due.version })
  const sum = (of: (day: ReconciledDay) => number) => reconciled.days.reduce((total, day) => total + of(day), 0)
  const found = { repeated: sum(({ repeated }) => repeated), missing: sum(({ missing }) => missing) }
  for (const [outcome, events] of Object.entries(found))
    if (events > 0) metrics?.count('oms_events_reconciled_total', { consumer: consumer.name, outcome }, events)
  const isComplete = found.repeated === 0 && sum(({ pending }) => pending) === 0
  // That nothing was lost is told by a metric alone.
  if (found.repeated + found.missing > 0)
    log.warn({ consumer: consumer.name, ...found }, 'published events were compared with handled ones')
  return isComplete
}
