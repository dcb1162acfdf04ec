import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { json, list, statement, text, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { changedFields } from './document/changed-fields.ts'
import { orderNotFound } from './document/order-guards.ts'
import { isUuid } from './document/uuid.ts'
import { followStock } from './follow-stock.ts'
import { indexOrders } from './index-orders.ts'
import { claimOrders, orderLocked } from './order-lock.ts'
import { loadOrders, lockKnownOrder, publishOfOrders, type StoredOrder, saveOrders } from './order-store.ts'
import { nextVersion, type OrderOutcome, releasesOrder, type SavedOrder, savedBy, type Versioning } from './order-version.ts'
import { wakeHeldRuns } from './rows/run-statements.ts'
import { versioningOf, type WriteContext } from './write-context.ts'

const newestOfVersions = statement({
  name: 'order-version-load',
  text: 'select document from order_version_content where order_id = $1 and version_id = any($2::uuid[]) order by version_number desc limit 1',
  parameters: [text, list(uuid)],
  row: { document: json },
})

/**
 * An order whose row is locked until its transaction ends: what the transaction reads stays
 * unchanged, and no one else writes to it.
 */
export type LockedOrder = {
  tx: Transaction
  order: Order
  /** The stored order with its version. */
  stored: SavedOrder
  /** The time of the write, ISO 8601 UTC. */
  now: string
  /** What makes a version of a change at that time. */
  versioning: Versioning
  /**
   * Writes the next version: stock follows goods that the order loses, totals are calculated,
   * invariants asserted, and the order is saved with its version, events and run in one statement,
   * which is sent with the next one of the transaction or with COMMIT. No effective change makes no
   * version. Returns the saved order. Raises `ValidationFailed`, `QuantityNotAvailable`.
   */
  save(next: Order, written?: Written): Promise<SavedOrder>
}

/** What is written with the next version of a locked order. */
export type Written = Omit<OrderOutcome, 'order' | 'keepsModified' | 'afterCommit'> & {
  /**
   * True: this transaction has already written the stock of the order, so saving must not write it
   * again.
   */
  hasMovedStock?: boolean
}

/**
 * How an order is locked: `known` is the order as this process last saw it, which is not read again
 * if it is still the same.
 */
export type LockContext = WriteContext & { known?: SavedOrder | undefined }

/**
 * Runs work on an order whose row is locked, in one transaction: it reads, decides and saves
 * without interference. Raises `NotFound`, `Forbidden`, `VersionConflict`, `ResourceLocked`, and
 * whatever `work` raises, which rolls the transaction back.
 */
export function inLockedOrder<T>(context: LockContext, orderId: string, work: (locked: LockedOrder) => Promise<T>): Promise<T> {
  return context.deps.inTransaction(async (tx) => work(await lockOrder(tx, context, orderId)))
}

/**
 * Locks an order in a transaction, as `inLockedOrder` does. The row is locked by the first
 * statement that it sends, before it returns.
 */
export async function lockOrder(tx: Transaction, context: LockContext, orderId: string): Promise<LockedOrder> {
  if (claimsOrders(context)) await claimOrder(tx, context, orderId)
  const known = context.known === undefined ? null : await lockKnownOrder(tx, context.known)
  const { isIndexed, ...stored } = requireFound(known ?? (await loadOrders(tx, [orderId], true)).get(orderId), orderId)
  await requireAccess(tx, context, stored)
  // An order without search rows gets them first: a change moves it from one group of the counts to
  // another.
  const versioning = versioningOf(context)
  if (!isIndexed) await indexOrders(tx, [stored], versioning.config)
  const now = versioning.authorship.time.toISOString()
  const locked = { tx, order: stored.order, stored, now, versioning }
  return { ...locked, save: (next, written = {}) => save(locked, next, written) }
}

async function save({ tx, stored, versioning }: Omit<LockedOrder, 'save'>, next: Order, written: Written): Promise<SavedOrder> {
  const { hasMovedStock = false, ...also } = written
  const isStockWritten = hasMovedStock || also.hasFinalAmounts === true
  const order = isStockWritten ? next : await followStock(tx, { before: stored.order, after: next }, versioning)
  const version = nextVersion(stored, { ...also, order }, versioning)
  if (version !== null) {
    await saveOrders(tx, [version])
    if (releasesOrder(version)) tx.later(wakeHeldRuns.with([version.order.id as string]))
    return savedBy(version)
  }
  const { run = null, events = [] } = also
  if (run === null && events.length === 0) return stored
  const { eventSequence: sequenceBefore } = stored
  const { authorship } = versioning
  await publishOfOrders(tx, [{ orderId: stored.order.id as string, sequenceBefore, events, run, authorship }])
  return { ...stored, eventSequence: sequenceBefore + events.length }
}

/**
 * Whether an order is claimed before it is written to, as setting `orderLock` asks
 * (orders.md#order-lock).
 */
export function claimsOrders({ deps, write }: WriteContext): boolean {
  return deps.config().settings.orderLock && write.lock !== 'waits'
}

/** Raises `ResourceLocked` when another operation is modifying the order. */
export async function claimOrder(tx: Transaction, { write: { lock } }: WriteContext, orderId: string): Promise<void> {
  const others = await claimOrders(tx, [orderId], lock === 'waits' ? undefined : lock)
  if (others.size > 0) throw orderLocked(orderId)
}

/** The order that was read. Raises `NotFound` when there is none. */
export function requireFound(stored: StoredOrder | undefined, orderId: string): StoredOrder {
  if (stored === undefined) throw orderNotFound(orderId)
  return stored
}

/**
 * Refuses, with `Forbidden`, a writer who does not cover the store of the order, and with
 * `VersionConflict` a write whose `If-Match` does not name the version that the order has
 * (http.md#entity-tags, security.md#roles).
 */
export async function requireAccess(
  tx: Transaction,
  { write: { requireScope, precondition } }: WriteContext,
  { order, versionId }: SavedOrder,
): Promise<void> {
  requireScope(order.storeId)
  if (!precondition || precondition.matches(versionId)) return
  const orderId = order.id as string
  const known = await loadVersion(tx, orderId, precondition.versions)
  const fields = { currentVersionId: versionId, changedFields: known === null ? [] : changedFields(known, order) }
  throw new DomainError('VersionConflict', `Order "${orderId}" has changed since the version in If-Match.`, { fields })
}

/** The content of an order at the newest of the named versions; null when it has none of them. */
async function loadVersion(tx: Transaction, orderId: string, versionIds: readonly string[]): Promise<Order | null> {
  const known = versionIds.filter(isUuid)
  const [row] = await newestOfVersions.on(tx, orderId, known)
  return row === undefined ? null : JSON.parse(row.document)
}
