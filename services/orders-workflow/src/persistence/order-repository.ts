import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { outboxParameter, pokeRelays } from '@oms/service-kit/events/outbox'
import type { OrderEvent } from '../domain/order-events.ts'
import { DELETED } from '../domain/order-guards.ts'
import type { WorkflowRun } from '../domain/workflow-run.ts'
import {
  insertOrderText,
  insertOrderWithRunText,
  loadOrderForUpdateText,
  loadOrderText,
  saveOrderText,
  tellText,
} from './order-statements.ts'
import { runParameter } from './run-statements.ts'

/** An order as it is stored, with what guards the next write. */
export type StoredOrder = { order: Order; document: string; versionNumber: number; versionId: string; eventSequence: number }

/** Who makes a write, and why: goes to the version and to the envelopes of the events. */
export type Authorship = { operation: string; by: string; actor: string; correlationId?: string; time: Date }

export type OrderWrite = {
  order: Order
  /** The order as JSON; stored twice, made once. */
  document: string
  changedFields: readonly string[]
  events: readonly OrderEvent[]
  authorship: Authorship
}

type OrderRow = { document: string; version_number: number; version_id: string; event_sequence: number }

/** Reads an order to change it; `forUpdate` also locks its row. Null when there is none. */
export async function loadOrder(tx: Transaction, orderId: string, forUpdate: boolean): Promise<StoredOrder | null> {
  const [row] = await tx.query<OrderRow>(
    forUpdate
      ? { name: 'order-load-for-update', text: loadOrderForUpdateText, values: [orderId] }
      : { name: 'order-load', text: loadOrderText, values: [orderId] },
  )
  if (row === undefined) return null
  const { document } = row
  return {
    order: JSON.parse(document),
    document,
    versionNumber: row.version_number,
    versionId: row.version_id,
    eventSequence: row.event_sequence,
  }
}

/**
 * Writes a new order, its version, its events and the run of its first status in one statement, the last of the transaction.
 * Raises `OrderIdExists` when the id is taken, also by a deleted order (4-decisions J.1).
 */
export async function insertOrder(tx: Transaction, write: OrderWrite, run: WorkflowRun | null): Promise<void> {
  const values = writeValues(write, 0)
  tx.afterCommit(pokeRelays)
  try {
    await tx.commitWith(
      run === null
        ? { name: 'order-insert', text: insertOrderText, values }
        : { name: 'order-insert-with-run', text: insertOrderWithRunText, values: [...values, runParameter(run)] },
    )
  } catch (error) {
    if (!isTakenId(error)) throw error
    throw new DomainError('OrderIdExists', `There is already an order with id "${write.order.id}".`)
  }
}

function isTakenId(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'order_pkey'
}

export type SaveOptions = { stored: StoredOrder; isLast: boolean }

/** Writes a changed order with its version and events. False, and nothing written, when another write came before. */
export async function saveOrder(tx: Transaction, write: OrderWrite, { stored, isLast }: SaveOptions): Promise<boolean> {
  const values = [...writeValues(write, stored.eventSequence), stored.versionNumber, stored.eventSequence]
  return send(tx, { name: 'order-save', text: saveOrderText, values }, isLast)
}

/** Writes events of an order whose document stays as it is. False, and nothing written, when another write came before. */
export async function tellOfOrder(tx: Transaction, write: OrderWrite, { stored, isLast }: SaveOptions): Promise<boolean> {
  const { eventSequence } = stored
  const values = [write.order.id, eventSequence, eventSequence + write.events.length, eventsParameter(write, eventSequence)]
  return send(tx, { name: 'order-tell', text: tellText, values }, isLast)
}

type SaveStatement = { name: string; text: string; values: unknown[] }

async function send(tx: Transaction, statement: SaveStatement, isLast: boolean): Promise<boolean> {
  tx.afterCommit(pokeRelays)
  const rows = isLast ? await tx.commitWith(statement) : await tx.query(statement)
  return rows.length > 0
}

function eventsParameter({ order, events, authorship }: OrderWrite, sequenceBefore: number): string {
  const { actor, correlationId, time } = authorship
  return outboxParameter(
    events.map(({ contract, data }, index) =>
      newEvent(contract, {
        subject: order.id as string,
        sequence: sequenceBefore + index + 1,
        time,
        data,
        actor,
        ...(correlationId === undefined ? {} : { correlationId }),
      }),
    ),
  )
}

function writeValues(write: OrderWrite, sequenceBefore: number): unknown[] {
  const { order, document, changedFields, authorship } = write
  return [
    order.id,
    order.orderNumber,
    order.orderType,
    order.status,
    order.storeId,
    order.marketId,
    order.customerId,
    order.created,
    order.modified,
    order.versionId,
    sequenceBefore + write.events.length,
    order.status === DELETED,
    document,
    authorship.by,
    authorship.operation,
    changedFields,
    eventsParameter(write, sequenceBefore),
  ]
}
