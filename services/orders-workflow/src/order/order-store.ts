import { DomainError, invariant } from '@oms/contracts/errors'
import type { ChangeKind } from '@oms/contracts/orders/changes'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { pokeRelays } from '@oms/service-kit/events/outbox'
import type { OrderEvent } from './order-events.ts'
import {
  insertOrdersText,
  loadOrdersForUpdateText,
  loadOrdersText,
  saveLockedOrderText,
  saveOrdersText,
  tellText,
} from './order-statements.ts'
import type { ToldPayment } from './payments/told-payments.ts'
import type { WorkflowRun } from './status/workflow-run.ts'
import { eventsParameter, idOf, runsOf, writeValues } from './write-parameters.ts'

/** An order as it is stored, with what guards the next write. */
export type StoredOrder = {
  order: Order
  document: string
  /** What was told of its payments; it stays when the order changes. */
  told: readonly ToldPayment[]
  versionNumber: number
  versionId: string
  eventSequence: number
  /** False for an order that was written before there were search tables and has no row there yet. */
  isIndexed: boolean
}

/** Who makes a write, and why: goes to the version and to the envelopes of the events. */
export type Authorship = { operation: string; by: string; actor: string; correlationId?: string; time: Date }

/** One version of an order, to be written. */
export type OrderWrite = {
  order: Order
  /** The order as JSON; stored twice, made once. */
  document: string
  kind: ChangeKind
  /** The order as it was; null for a new one. */
  before: Order | null
  /** What is told of its payments with this version, and was before. */
  told: readonly ToldPayment[]
  /** False: `told` is what is stored. */
  isToldNew: boolean
  /** The status that the order had; null for a new one. */
  previousStatus: string | null
  versionNumber: number
  /** The sequence of the order's last event before these. */
  sequenceBefore: number
  changedFields: readonly string[]
  events: readonly OrderEvent[]
  /** The run that begins with this version. */
  run: WorkflowRun | null
  authorship: Authorship
}

type OrderRow = {
  id: string
  document: string
  told_payments: string | null
  version_number: number
  version_id: string
  event_sequence: number
  is_indexed: boolean
}

/** Reads orders to change them, by id; `forUpdate` also locks their rows, in the order of their ids. */
export async function loadOrders(tx: Transaction, ids: readonly string[], forUpdate: boolean): Promise<Map<string, StoredOrder>> {
  const rows = await tx.query<OrderRow>(
    forUpdate
      ? { name: 'orders-load-for-update', text: loadOrdersForUpdateText, values: [ids] }
      : { name: 'orders-load', text: loadOrdersText, values: [ids] },
  )
  return new Map(rows.map((row) => [row.id, storedOrder(row)]))
}

/** Locks an order that is known, and answers it as it is known; null when it is not any more, or by another version or event. */
export async function lockKnownOrder(tx: Transaction, known: Omit<StoredOrder, 'isIndexed'>): Promise<StoredOrder | null> {
  const rows = await tx.query({
    name: 'orders-lock-known',
    text: 'select from "order" where id = $1 and version_number = $2 and event_sequence = $3 and version_id = $4 for update',
    values: [known.order.id, known.versionNumber, known.eventSequence, known.versionId],
  })
  return rows.length === 0 ? null : { ...known, isIndexed: true }
}

function storedOrder({ document, told_payments, version_number, version_id, event_sequence, is_indexed }: OrderRow): StoredOrder {
  return {
    order: JSON.parse(document),
    document,
    told: told_payments === null ? [] : JSON.parse(told_payments),
    versionNumber: version_number,
    versionId: version_id,
    eventSequence: event_sequence,
    isIndexed: is_indexed,
  }
}

/** Where the events of purged orders ended, by id: an order that uses such an id again goes on from there (4-decisions L.2, Q.1). */
export async function purgedSequences(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ order_id: string; event_sequence: number }>({
    name: 'order-purged-sequences',
    text: 'select order_id, event_sequence from purged_order where order_id = any($1)',
    values: [ids],
  })
  return new Map(rows.map((row) => [row.order_id, row.event_sequence]))
}

/**
 * Writes new orders with versions, events and runs in one statement, the last of the transaction if `isLast`. False, and nothing
 * written, when an id belonged to a purged order whose events ended elsewhere than a write says. Raises `OrderIdExists` when an id is
 * taken, also by a deleted order (4-decisions J.1).
 */
export async function insertOrders(tx: Transaction, writes: readonly OrderWrite[], isLast: boolean): Promise<boolean> {
  // In the order of the ids, so that no two batches wait for each other.
  const ordered = [...writes].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  try {
    const rows = await send(tx, { name: 'orders-insert', text: insertOrdersText, values: writeValues(ordered) }, isLast)
    return rows.length > 0
  } catch (error) {
    if (!isTakenId(error)) throw error
    const named = writes.length === 1 ? `the id "${writes[0]?.order.id}"` : 'one of the ids'
    throw new DomainError('OrderIdExists', `There is already an order with ${named}.`)
  }
}

function isTakenId(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'order_pkey'
}

/** How changed orders are saved. */
export type Saving = {
  /** True: the save is the last statement of the transaction. */
  isLast: boolean
  /** True: the order was locked before it was read, and a save that finds it otherwise undoes the transaction; false when absent. */
  isLocked?: boolean
}

/**
 * Writes changed orders with versions, events and runs in one statement. False, and nothing written, when another write came before. Several orders
 * must be locked, so that this holds for all of them or none.
 */
export async function saveOrders(
  tx: Transaction,
  writes: readonly OrderWrite[],
  { isLast, isLocked = false }: Saving,
): Promise<boolean> {
  const [name, text] = isLocked ? ['orders-save-locked', saveLockedOrderText] : ['orders-save', saveOrdersText]
  const rows = await send(tx, { name, text, values: writeValues(writes) }, isLast)
  invariant(rows.length === 0 || rows.length === writes.length, 'several orders are changed only while they are locked')
  return rows.length > 0
}

/** Events of an order, and a run that begins, without a new version of it. */
export type Telling = {
  orderId: string
  sequenceBefore: number
  events: readonly OrderEvent[]
  run: WorkflowRun | null
  authorship: Authorship
}

/**
 * Writes events and runs of orders whose documents stay as they are. False, and nothing written, when another write came before. Several
 * orders must be locked.
 */
export async function tellOfOrders(tx: Transaction, tellings: readonly Telling[], isLast: boolean): Promise<boolean> {
  const records = tellings.map(({ orderId, sequenceBefore, events }) => ({
    order_id: orderId,
    sequence_before: sequenceBefore,
    event_sequence: sequenceBefore + events.length,
  }))
  const values = [JSON.stringify(records), eventsParameter(tellings), runsOf(tellings)]
  const rows = await send(tx, { name: 'orders-tell', text: tellText, values }, isLast)
  invariant(rows.length === 0 || rows.length === tellings.length, 'several orders are told of only while they are locked')
  return rows.length > 0
}

type SaveStatement = { name: string; text: string; values: unknown[] }

function send(tx: Transaction, statement: SaveStatement, isLast: boolean): Promise<unknown[]> {
  tx.afterCommit(pokeRelays)
  return isLast ? tx.commitWith(statement) : tx.query(statement)
}
