import type { EventEnvelope } from '@open-oms/contracts/event'
import type { DeliveryState } from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import type { Database } from '@open-oms/service-kit/database/database'
import { createNotifier } from '@open-oms/service-kit/database/notifier'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import {
  claimLanes,
  countStates,
  deleteOld,
  deleteUnsentOf,
  giveUpOrphans,
  holdLane,
  insertDeliveries,
  markTry,
  OLD_ROWS_PER_STATEMENT,
  pauseLane,
  readHeads,
  startNextOfLane,
} from './webhook-statements.ts'

type Queries = Pick<Database, 'query'>

const newDeliveries = createNotifier()

/**
 * Calls the listener whenever this process has committed new deliveries, until the returned
 * function is called.
 */
export const onNewDeliveries = newDeliveries.listen

/** An event for subscriptions, by their ids; `orderId` is null for an event without an order. */
export type NewDeliveries = { subscriptionIds: readonly string[]; event: EventEnvelope; orderId: string | null }

/**
 * Stores one delivery for each subscription in the transaction of the inbox row. An existing one
 * stays.
 */
export async function addDeliveries(tx: Transaction, { subscriptionIds, event, orderId }: NewDeliveries): Promise<void> {
  if (subscriptionIds.length === 0) return
  const { id, type, subject, sequence } = event
  await insertDeliveries.on(tx, subscriptionIds, id, type, subject, orderId, JSON.stringify(event), sequence ?? null)
  tx.afterCommit(newDeliveries.notify)
}

/**
 * A delivery that this process may send now; no other process gets one of its lane before its lease
 * ends.
 */
export type HeldDelivery = {
  id: number
  subscriptionId: string
  subject: string
  eventId: string
  /** The body, byte by byte. */
  body: string
  /** Tries before this one. */
  attempts: number
  claim: number
}

/** Claims lanes whose first delivery is due, up to the limit of each subscription. */
export async function claimDeliveries(database: Queries, capacity: ReadonlyMap<string, number>): Promise<HeldDelivery[]> {
  const wanted = [...capacity].filter(([, count]) => count > 0)
  if (wanted.length === 0) return []
  const lanes = await claimLanes.on(
    database,
    wanted.map(([id]) => id),
    wanted.map(([, count]) => count),
  )
  if (lanes.length === 0) return []
  // Read after the claim: the snapshot of the claiming statement may be older than the end of the
  // previous delivery.
  const heads = await readHeads.on(
    database,
    lanes.map((lane) => lane.subscription_id),
    lanes.map((lane) => lane.subject),
    lanes.map((lane) => lane.claim),
  )
  return heads.map(({ id, subscription_id, subject, event_id, envelope, attempts, claim }) => ({
    id,
    subscriptionId: subscription_id,
    subject,
    eventId: event_id,
    body: envelope,
    attempts,
    claim,
  }))
}

/**
 * The outcome of a try: `status` is that of the response, null for none; `reason` is null when the
 * receiver accepted the event.
 */
export type AttemptOutcome = { status: number | null; reason: string | null; pauseMs: number }

/**
 * Records the outcome of a try, and schedules the next delivery of the lane when this one has
 * ended. Returns the outcome, null when another process has claimed the lane since.
 */
export async function finishTry(
  deps: { inTransaction: InTransaction },
  delivery: HeldDelivery,
  { status, reason, pauseMs }: AttemptOutcome,
): Promise<DeliveryState | null> {
  const { id, subscriptionId, subject, claim } = delivery
  return deps.inTransaction(async (tx) => {
    const held = await holdLane.on(tx, subscriptionId, subject, claim)
    if (held.length === 0) return null
    const [marked] = await markTry.on(tx, id, status, reason)
    if (marked?.state === 'Waiting') await pauseLane.on(tx, subscriptionId, subject, pauseMs, marked.give_up)
    else await startNextOfLane.on(tx, subscriptionId, subject)
    return marked?.state ?? null
  })
}

export type DeliveryCounts = {
  waiting: { subscription: string; count: number }[]
  givenUp: { subscription: string; count: number }[]
  /** Age in seconds of the delivery that waits longest; 0 when none waits. */
  oldestSeconds: number
}

/** The number of waiting deliveries, and of those given up that need a person. */
export async function countDeliveries(database: Queries): Promise<DeliveryCounts> {
  const rows = await countStates.on(database)
  const of = (wanted: string) =>
    rows.filter(({ state }) => state === wanted).map(({ subscription_id, count }) => ({ subscription: subscription_id, count }))
  return { waiting: of('Waiting'), givenUp: of('GivenUp'), oldestSeconds: Math.max(0, ...rows.map(({ age }) => age)) }
}

/**
 * Gives up deliveries without a subscription after a day, and deletes those older than 90 days.
 * Several processes may run this concurrently. Returns how many rows it deleted.
 */
export async function tidyDeliveries(database: Queries, activeSubscriptions: readonly string[]): Promise<number> {
  await inBatches(() => giveUpOrphans.on(database, activeSubscriptions))
  return inBatches(() => deleteOld.on(database))
}

/** Deletes what a subscription that is no more has not got. */
export async function deleteUnsent(database: Queries, subscriptionId: string): Promise<void> {
  await inBatches(() => deleteUnsentOf.on(database, subscriptionId))
}

/** Repeats a statement until it has affected fewer rows than its limit. Returns how many in all. */
async function inBatches(run: () => Promise<unknown[]>): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await run()
    count += rows.length
    if (rows.length < OLD_ROWS_PER_STATEMENT) return count
  }
}
