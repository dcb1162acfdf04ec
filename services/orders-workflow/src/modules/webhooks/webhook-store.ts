import type { EventEnvelope } from '@oms/contracts/event'
import type { Database } from '@oms/service-kit/database/database'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import {
  claimText,
  countText,
  deleteOldText,
  giveUpText,
  headsText,
  holdText,
  insertText,
  markText,
  nextInLaneText,
  OLD_ROWS_PER_STATEMENT,
  pauseLaneText,
} from './webhook-statements.ts'

type Queries = Pick<Database, 'query'>

const listeners = new Set<() => void>()

/**
 * Calls the listener whenever this process has committed new deliveries, until the returned
 * function is called.
 */
export function onNewDeliveries(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An event for subscriptions, by their ids; `orderId` is null for an event without an order. */
export type NewDeliveries = { subscriptionIds: readonly string[]; event: EventEnvelope; orderId: string | null }

/**
 * Stores one delivery for each subscription in the transaction of the inbox row. An existing one
 * stays.
 */
export async function addDeliveries(tx: Transaction, { subscriptionIds, event, orderId }: NewDeliveries): Promise<void> {
  if (subscriptionIds.length === 0) return
  const values = [subscriptionIds, event.id, event.type, event.subject, orderId, JSON.stringify(event), event.sequence ?? null]
  await tx.query({ name: 'webhook-insert', text: insertText, values })
  tx.afterCommit(() => {
    for (const listener of listeners) listener()
  })
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

type LaneRow = { subscription_id: string; subject: string; claim: number }
type HeadRow = LaneRow & { id: number; event_id: string; envelope: string; attempts: number }

/** Claims lanes whose first delivery is due, up to the limit of each subscription. */
export async function claimDeliveries(database: Queries, capacity: ReadonlyMap<string, number>): Promise<HeldDelivery[]> {
  const wanted = [...capacity].filter(([, count]) => count > 0)
  if (wanted.length === 0) return []
  const lanes = await database.query<LaneRow>({
    name: 'webhook-claim',
    text: claimText,
    values: [wanted.map(([id]) => id), wanted.map(([, count]) => count)],
  })
  if (lanes.length === 0) return []
  // Read after the claim: the snapshot of the claiming statement may be older than the end of the
  // previous delivery.
  const heads = await database.query<HeadRow>({
    name: 'webhook-heads',
    text: headsText,
    values: [lanes.map((lane) => lane.subscription_id), lanes.map((lane) => lane.subject), lanes.map((lane) => lane.claim)],
  })
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
export type Tried = { status: number | null; reason: string | null; pauseMs: number }

/**
 * Records the outcome of a try, and schedules the next delivery of the lane when this one has
 * ended. Returns the outcome, null when another process has claimed the lane since.
 */
export async function finishTry(
  deps: { inTransaction: InTransaction },
  delivery: HeldDelivery,
  { status, reason, pauseMs }: Tried,
): Promise<'Delivered' | 'Waiting' | 'GivenUp' | null> {
  const { id, subscriptionId, subject, claim } = delivery
  return deps.inTransaction(async (tx) => {
    const held = await tx.query({ name: 'webhook-hold', text: holdText, values: [subscriptionId, subject, claim] })
    if (held.length === 0) return null
    type Marked = { state: 'Delivered' | 'Waiting' | 'GivenUp'; give_up: Date }
    const [marked] = await tx.query<Marked>({ name: 'webhook-mark', text: markText, values: [id, status, reason] })
    const lane = [subscriptionId, subject]
    if (marked?.state === 'Waiting')
      await tx.query({ name: 'webhook-pause', text: pauseLaneText, values: [...lane, pauseMs, marked.give_up] })
    else await tx.query({ name: 'webhook-next', text: nextInLaneText, values: lane })
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
  type Row = { subscription_id: string; state: string; count: number; age: number }
  const rows = await database.query<Row>({ name: 'webhook-count', text: countText })
  const of = (wanted: string) =>
    rows.filter(({ state }) => state === wanted).map(({ subscription_id, count }) => ({ subscription: subscription_id, count }))
  return { waiting: of('Waiting'), givenUp: of('GivenUp'), oldestSeconds: Math.max(0, ...rows.map(({ age }) => age)) }
}

/**
 * Gives up deliveries without a subscription after a day, and deletes those older than 90 days.
 * Several processes may run this concurrently. Returns how many rows it deleted.
 */
export async function tidyDeliveries(database: Queries, activeSubscriptions: readonly string[]): Promise<number> {
  const until = async (statement: { name: string; text: string; values?: unknown[] }) => {
    for (let count = 0; ; ) {
      const rows = await database.query(statement)
      count += rows.length
      if (rows.length < OLD_ROWS_PER_STATEMENT) return count
    }
  }
  await until({ name: 'webhook-give-up', text: giveUpText, values: [activeSubscriptions] })
  return until({ name: 'webhook-delete-old', text: deleteOldText })
}
