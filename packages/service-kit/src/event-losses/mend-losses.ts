import type { Nats } from '../events/connect-nats.ts'
import type { Handling } from '../events/handle-events.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import { jittered, pause } from '../process/pause.ts'
import { hasPublisher, publisherOf } from './ask-publisher.ts'
import { type AskedGaps, fillGaps } from './fill-gaps.ts'
import { type ReconciledDay, reconcile } from './reconcile.ts'
import { dueReconciliation, saveReconciliation } from './reconciliation-store.ts'

export type Mending = {
  nats: Nats
  handling: Handling
  /** The user at NATS. */
  user: string
  metrics?: Pick<MetricsRegistry, 'count'> | undefined
  /** How long an event waits for an earlier one before the publisher is asked; 5 s when absent. */
  gapWaitMs?: number | undefined
  /** How often what was published is compared with what was handled; an hour when absent. */
  reconcileMs?: number | undefined
}

const GAP_WAIT_MS = 5_000
const RECONCILE_MS = 3_600_000
/** Longest wait after requests that failed. */
const FAILED_MAX_MS = 30_000

/**
 * Finds events that a consumer misses, and has its publisher repeat them, until the signal ends it
 * (events.md#missing-events, events.md#reconciliation). To be run by the one process that runs the
 * consumer.
 */
export async function mendLosses(mending: Mending, signal: AbortSignal): Promise<void> {
  const { nats, handling, user, metrics, gapWaitMs = GAP_WAIT_MS } = mending
  const { consumer, log } = handling
  if (!hasPublisher(consumer.stream)) return
  const publisher = publisherOf(consumer.stream, nats, user)
  const asked: AskedGaps = new Map()
  for (let failures = 0; !signal.aborted; ) {
    await pause(jittered(Math.min(Math.max(FAILED_MAX_MS, gapWaitMs), gapWaitMs * 2 ** failures)), signal)
    if (signal.aborted || !nats.isConnected()) continue
    try {
      await fillGaps({ handling, publisher, metrics, waitMs: gapWaitMs }, asked)
      await reconcileWhenDue(mending)
      failures = 0
    } catch (error) {
      failures += 1
      asked.clear()
      if (!signal.aborted) log.warn({ err: error, consumer: consumer.name }, 'the publisher cannot be asked; trying again')
    }
  }
}

async function reconcileWhenDue({ nats, handling, user, metrics, reconcileMs = RECONCILE_MS }: Mending): Promise<void> {
  const { consumer, database, log } = handling
  const from = await dueReconciliation(database, consumer.name, reconcileMs)
  if (from === null) return
  const { ack_floor, num_ack_pending, num_pending, num_waiting } = await nats.manager.consumers.info(
    consumer.stream,
    consumer.name,
  )
  // One that waits for messages gets everything that the server can still read.
  const hasEverything = num_ack_pending === 0 && (num_pending === 0 || num_waiting > 0)
  const deliveredUntil = hasEverything ? Number.POSITIVE_INFINITY : ack_floor.stream_seq
  const publisher = publisherOf(consumer.stream, nats, user)
  const reconciled = await reconcile({ consumer, database, publisher, deliveredUntil }, from)
  await saveReconciliation(database, consumer.name, reconciled)
  const sum = (of: (day: ReconciledDay) => number) => reconciled.days.reduce((total, day) => total + of(day), 0)
  const found = { repeated: sum(({ repeated }) => repeated), missing: sum(({ missing }) => missing) }
  for (const [outcome, events] of Object.entries(found))
    if (events > 0) metrics?.count('oms_events_reconciled_total', { consumer: consumer.name, outcome }, events)
  const level = found.repeated + found.missing > 0 ? 'warn' : 'info'
  log[level]({ consumer: consumer.name, ...found }, 'published events were compared with handled ones')
}
