import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import { changedFields } from '../domain/changed-fields.ts'
import { type OrderConfig, totalsContextOf } from '../domain/order-context.ts'
import { eventsOf, type OrderEvent } from '../domain/order-events.ts'
import { assertInvariants } from '../domain/order-invariants.ts'
import { calculateTotals } from '../domain/order-totals.ts'
import type { WorkflowRun } from '../domain/workflow-run.ts'
import {
  type Authorship,
  insertOrder,
  loadOrder,
  type OrderWrite,
  type StoredOrder,
  saveOrder,
  tellOfOrder,
} from './order-repository.ts'
import { loadVersion } from './order-versions.ts'

/** What the write path needs of its surroundings. */
export type WriteDeps = {
  inTransaction: InTransaction
  config: () => OrderConfig
  now: () => Date
  newId: () => string
}

/** Who writes, and what of the request the write must respect. */
export type WriteRequest = Omit<Authorship, 'time'> & {
  /** Refuses, with `Forbidden`, to write to an order of a store that the writer does not cover (4-decisions R.3). */
  requireScope(storeId: string | null): void
  /** The `If-Match` of the request (4-decisions B.1). */
  precondition?: { versions: readonly string[]; matches(versionId: string): boolean } | null
}

export type OrderChange = WriteRequest & {
  orderId: string
  /** Pure: it is applied again to the fresh order when another write came before. Returning the order as it is changes nothing. */
  apply(order: Order, now: string): Order
  /** Further events, asked for after each `apply`. */
  alsoTell?(): OrderEvent[]
  /** Further statements of the same transaction, after the order is saved. */
  alongside?(tx: Transaction, saved: SavedOrder): Promise<void>
}

/** An order after a write; `document` is its JSON. */
export type SavedOrder = { order: Order; document: string; versionId: string; versionNumber: number }

export type NewOrderWrite = WriteRequest & {
  order: Order
  run: WorkflowRun | null
  extraEvents: readonly OrderEvent[]
  /** Runs once the order is there for good. */
  afterCommit(saved: SavedOrder): void
}

// The second try holds the row's lock, so only a purge and a new order of the same id can make a third one needed.
const TRIES_MAX = 3

/**
 * THE write path of orders. Loads the order, applies the pure change, recalculates the totals, asserts the invariants, and saves
 * order, version and events in one statement guarded by the version; after a race the change is applied to the fresh order
 * (4-decisions B.2). No effective change: no version, no event. Raises `NotFound`, `Forbidden`, `VersionConflict` and whatever `apply` raises.
 */
export async function changeOrder(deps: WriteDeps, change: OrderChange): Promise<SavedOrder> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const saved = await deps.inTransaction((tx) => attempt({ tx, deps, change, isLocking: tries > 1 }))
    if (saved !== null) return saved
  }
  throw new DomainError('ResourceLocked', `Order "${change.orderId}" is being changed by others.`, { retryAfterSeconds: 1 })
}

type Attempt = { tx: Transaction; deps: WriteDeps; change: OrderChange; isLocking: boolean }

async function attempt({ tx, deps, change, isLocking }: Attempt): Promise<SavedOrder | null> {
  const stored = await loadOrder(tx, change.orderId, isLocking)
  if (stored === null) throw new DomainError('NotFound', `There is no order with id "${change.orderId}".`)
  change.requireScope(stored.order.storeId)
  await requireVersion(tx, stored, change)
  const time = deps.now()
  const write = writeOf(stored, { change, deps, time })
  const versionNumber = stored.versionNumber + (write.order === stored.order ? 0 : 1)
  const saved = { order: write.order, document: write.document, versionId: write.order.versionId as string, versionNumber }
  const isLast = change.alongside === undefined
  if (!(await save(tx, write, { stored, isLast }))) return null
  await change.alongside?.(tx, saved)
  return saved
}

async function save(tx: Transaction, write: OrderWrite, options: { stored: StoredOrder; isLast: boolean }): Promise<boolean> {
  if (write.order !== options.stored.order) return saveOrder(tx, write, options)
  return write.events.length === 0 || tellOfOrder(tx, write, options)
}

type WriteContext = { change: OrderChange; deps: WriteDeps; time: Date }

function writeOf(stored: StoredOrder, { change, deps, time }: WriteContext): OrderWrite {
  const now = time.toISOString()
  const authorship = { ...change, time }
  const applied = change.apply(stored.order, now)
  const further = change.alsoTell?.() ?? []
  const totals = totalsContextOf(applied, deps.config(), stored.order)
  const calculated = applied === stored.order ? applied : calculateTotals(applied, totals)
  const fields = changedFields(stored.order, calculated)
  if (fields.length === 0)
    return { order: stored.order, document: stored.document, changedFields: [], events: further, authorship }
  assertInvariants(calculated)
  const order = { ...calculated, modified: now, modifiedBy: change.by, versionId: deps.newId() }
  const events = eventsOf(stored.order, order, { operation: change.operation, changedFields: fields, totals })
  return { order, document: JSON.stringify(order), changedFields: fields, events: [...events, ...further], authorship }
}

/**
 * Writes a new order as version 1 in one statement, with the run of its first status. Raises `OrderIdExists`, and `Forbidden`
 * for a store that the writer is not limited to.
 */
export async function createOrder(deps: WriteDeps, write: NewOrderWrite): Promise<SavedOrder> {
  write.requireScope(write.order.storeId)
  const time = deps.now()
  const totals = totalsContextOf(write.order, deps.config(), null)
  const calculated = calculateTotals(write.order, totals)
  assertInvariants(calculated)
  const order = { ...calculated, modified: time.toISOString(), modifiedBy: write.by, versionId: deps.newId() }
  const document = JSON.stringify(order)
  const events = [...eventsOf(null, order, { operation: write.operation, changedFields: [], totals }), ...write.extraEvents]
  const saved = { order, document, versionId: order.versionId, versionNumber: 1 }
  await deps.inTransaction((tx) => {
    tx.afterCommit(() => write.afterCommit(saved))
    return insertOrder(tx, { order, document, changedFields: [], events, authorship: { ...write, time } }, write.run)
  })
  return saved
}

async function requireVersion(tx: Transaction, stored: StoredOrder, { precondition, orderId }: OrderChange): Promise<void> {
  if (!precondition || precondition.matches(stored.versionId)) return
  const known = await loadVersion(tx, orderId, precondition.versions)
  const members = { currentVersionId: stored.versionId, changedFields: known === null ? [] : changedFields(known, stored.order) }
  throw new DomainError('VersionConflict', `Order "${orderId}" has changed since the version in If-Match.`, { members })
}
