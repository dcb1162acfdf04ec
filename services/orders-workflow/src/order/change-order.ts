import type { Settings } from '@oms/contracts/config/settings'
import { DomainError, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import { requireNamedStores } from './document/named-stores.ts'
import type { OrderConfig } from './document/order-context.ts'
import { indexOrders } from './index-orders.ts'
import type { NewLineIds } from './lines/line-ids.ts'
import { losesStock, settleLostStock } from './lost-stock.ts'
import type { OrderEvent } from './order-events.ts'
import { claimOrders, locked, type OrderLock } from './order-lock.ts'
import {
  type Authorship,
  insertOrders,
  loadOrders,
  lockKnownOrder,
  purgedSequences,
  type Saving,
  type StoredOrder,
  saveOrders,
  tellOfOrders,
} from './order-store.ts'
import { firstVersion, nextVersion, type Versioning } from './order-write.ts'
import { requireVersion } from './require-version.ts'
import { savedBefore, savedBy } from './saved-order.ts'
import type { WorkflowRun } from './status/workflow-run.ts'

/** What the write path needs of its surroundings. */
export type WriteDeps = {
  inTransaction: InTransaction
  config: () => OrderConfig & { settings: Pick<Settings, 'orderLock'> }
  now: () => Date
  newId: () => string
}

/** Who writes, and what of the request the write must respect. */
export type WriteRequest = Omit<Authorship, 'time'> & {
  /** Refuses, with `Forbidden`, to write to an order of a store that the writer does not cover (4-decisions R.3). */
  requireScope(storeId: string | null): void
  /** The `If-Match` of the request (4-decisions B.1). */
  precondition?: { versions: readonly string[]; matches(versionId: string): boolean } | null
  /**
   * With setting `orderLock`: the lock of an operation that goes on in further transactions, or `waits` for a part of one, which is never
   * turned away. Absent: an operation of one transaction (4-decisions B.3).
   */
  lock?: OrderLock | 'waits' | undefined
}

export type OrderChange = WriteRequest & {
  orderId: string
  /** True: the order is locked before it is read, so that `look` may lock more and nobody changes the order meanwhile. */
  isLocking?: boolean
  /** The order as this process last saw it: with `isLocking` it is not read again if it is still the same. */
  known?: SavedOrder | undefined
  /** With `isLocking`, a look at other rows that is sent along with the load: it sees what was committed until the order was locked. */
  lookAlong?: ((tx: Transaction) => Promise<void>) | undefined
  /** Reads what `apply` needs beside the order, after the order was read: it is no older than the order. */
  look?: ((tx: Transaction, order: Order, now: string) => Promise<void>) | undefined
  /** Pure: it is applied again to the fresh order when another write came before. Returning the order as it is changes nothing. */
  apply(order: Order, now: string): Order
  /** True: the change moves no amount, as where only ids change; the totals, which know lines by their ids, are left out. */
  hasFinalAmounts?: boolean
  /** The new ids of lines that the change gave them, and did nothing else; asked for after each `apply`. */
  newLineIds?(): NewLineIds
  /** True: `alongside` writes stock of the order, which nobody else must write in this transaction; asked after `look`. */
  movesStock?(): boolean
  /** Further events, asked for after each `apply`. */
  alsoTell?(): OrderEvent[]
  /** The run that begins with the change, asked for after each `apply`; it is written in the statement that saves the order. */
  begins?(): WorkflowRun | null
  /** Further statements of the same transaction: after the order is saved, or, on a locked order, which is saved for sure, before it. */
  alongside?(tx: Transaction, saved: SavedOrder): Promise<void>
  /** False, asked after each `apply`: `alongside` has nothing to do this time, and the save is the last statement. */
  hasAlongside?(): boolean
}

/** An order after a write; `document` is its JSON. */
export type SavedOrder = Omit<StoredOrder, 'isIndexed'>

export type NewOrderContent = { order: Order; run: WorkflowRun | null; extraEvents: readonly OrderEvent[] }

export type NewOrderWrite = WriteRequest &
  NewOrderContent & {
    /** What is written instead, as it comes of work in the same transaction. */
    prepare?(tx: Transaction): Promise<NewOrderContent>
    /** Further statements of the same transaction, after the order is written. */
    alongside?: ((tx: Transaction, saved: SavedOrder) => Promise<void>) | undefined
    /** Runs once the order is there for good. */
    afterCommit(saved: SavedOrder): void
  }

// The second try holds the row's lock, so only a purge and a new order of the same id can make a third one needed.
const TRIES_MAX = 3

/**
 * THE write path of orders. Loads the order, applies the pure change, recalculates the totals, asserts the invariants, and saves
 * order, version, search rows, counts, change and events in one statement guarded by the version; after a race the change is applied to the
 * fresh order (4-decisions B.2). No effective change: no version, no event. Raises `NotFound`, `Forbidden`, `VersionConflict` and
 * whatever `apply` raises.
 */
export async function changeOrder(deps: WriteDeps, change: OrderChange): Promise<SavedOrder> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const saved = await deps.inTransaction((tx) =>
      attempt({ tx, deps, change, isLocking: tries > 1 || change.isLocking === true }),
    )
    if (saved !== null) return saved
  }
  throw beingChanged(change.orderId)
}

/** What a write answers that came too late again and again. */
function beingChanged(orderId: string): DomainError {
  return new DomainError('ResourceLocked', `Order "${orderId}" is being changed by others.`, { retryAfterSeconds: 1 })
}

type Attempt = { tx: Transaction; deps: WriteDeps; change: OrderChange; isLocking: boolean }

async function attempt({ tx, deps, change, isLocking }: Attempt): Promise<SavedOrder | null> {
  const stored = await loadToChange({ tx, deps }, change, isLocking)
  if (stored === null) return null
  const versioning = versioningOf(deps, change)
  const now = versioning.authorship.time.toISOString()
  await change.look?.(tx, stored.order, now)
  const applied = change.apply(stored.order, now)
  const made = { before: stored.order, after: applied }
  const isLoss = change.hasFinalAmounts !== true && change.movesStock?.() !== true && losesStock(made, versioning.config)
  if (isLoss && !isLocking) return null
  const order = isLoss ? await settleLostStock(tx, made, versioning) : applied
  const news = { run: change.begins?.() ?? null, extraEvents: change.alsoTell?.() ?? [] }
  const amounts = { hasFinalAmounts: change.hasFinalAmounts ?? false, newLineIds: change.newLineIds?.() ?? null }
  const write = nextVersion(stored, { order, ...news, ...amounts }, versioning)
  const saved = write === null ? savedBefore(stored) : savedBy(write)
  const { alongside } = change.hasAlongside?.() === false ? {} : change
  const save = (how: Saving) =>
    write === null ? tellOnly(tx, { stored, news, versioning, isLast: how.isLast }) : saveOrders(tx, [write], how)
  if (isLocking) {
    // Nothing can come between: what is written alongside goes first, so that the save takes the COMMIT with it.
    await alongside?.(tx, saved)
    invariant(
      await save({ isLast: write !== null || alongside === undefined, isLocked: true }),
      'an order that is locked is saved',
    )
    return saved
  }
  if (!(await save({ isLast: alongside === undefined }))) return null
  await alongside?.(tx, saved)
  return saved
}

type OnlyTelling = {
  stored: StoredOrder
  news: { run: WorkflowRun | null; extraEvents: readonly OrderEvent[] }
  versioning: Versioning
  isLast: boolean
}

/** Writes what is new beside the order, which stays as it is. False, and nothing written, when another write came before. */
async function tellOnly(tx: Transaction, { stored, news, versioning, isLast }: OnlyTelling): Promise<boolean> {
  const { run, extraEvents: events } = news
  if (run === null && events.length === 0) return true
  const { eventSequence: sequenceBefore, order } = stored
  return tellOfOrders(
    tx,
    [{ orderId: order.id as string, sequenceBefore, events, run, authorship: versioning.authorship }],
    isLast,
  )
}

/**
 * The order as it is to be changed; null when it must be locked first. One that no search finds yet is made to be found before it changes,
 * under its lock: a change moves it from one place in the counts to another.
 */
async function loadToChange(
  { tx, deps }: Pick<Attempt, 'tx' | 'deps'>,
  write: WriteRequest & Pick<OrderChange, 'orderId' | 'known' | 'lookAlong'>,
  isLocking: boolean,
) {
  if (deps.config().settings.orderLock && write.lock !== 'waits') {
    const others = await claimOrders(tx, [write.orderId], write.lock)
    if (others.size > 0) throw locked(write.orderId)
  }
  const known = isLocking && write.known !== undefined ? await lockKnownOrder(tx, write.known) : null
  const loading = known === null ? loadOrders(tx, [write.orderId], isLocking) : null
  const [loaded] = await Promise.all([loading, isLocking ? write.lookAlong?.(tx) : undefined])
  const stored = known ?? loaded?.get(write.orderId)
  if (stored === undefined) throw new DomainError('NotFound', `There is no order with id "${write.orderId}".`)
  write.requireScope(stored.order.storeId)
  await requireVersion(tx, stored, write)
  if (stored.isIndexed) return stored
  if (!isLocking) return null
  await indexOrders(tx, [stored])
  return stored
}

/** As `changeOrder` loads an order, and locks it. Raises `NotFound`, `Forbidden`, `VersionConflict`, `ResourceLocked`. */
export async function lockOrder(
  context: { tx: Transaction; deps: WriteDeps },
  write: WriteRequest & { orderId: string },
): Promise<StoredOrder> {
  return (await loadToChange(context, write, true)) as StoredOrder
}

/** What makes versions of the changes of one write, all at one time. */
export function versioningOf(deps: WriteDeps, { operation, by, actor, correlationId }: WriteRequest): Versioning {
  const authorship = { operation, by, actor, ...(correlationId === undefined ? {} : { correlationId }), time: deps.now() }
  return { config: deps.config(), newId: deps.newId, authorship }
}

/**
 * Writes a new order as version 1 in one statement, with the run of its first status. Raises `OrderIdExists`, and `Forbidden`
 * for a store that the writer is not limited to.
 */
export async function createOrder(deps: WriteDeps, write: NewOrderWrite): Promise<SavedOrder> {
  requireNamedStores(write.requireScope, write.order, null)
  const id = write.order.id as string
  const versioning = versioningOf(deps, write)
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const saved = await deps.inTransaction(async (tx) => {
      // Hardly any id belonged to another order before: only then is the first try one too many.
      const sequenceBefore = tries === 1 ? 0 : ((await purgedSequences(tx, [id])).get(id) ?? 0)
      const version = firstVersion(await contentOf(tx, write), sequenceBefore, versioning)
      const created = savedBy(version)
      const isLast = write.prepare === undefined && write.alongside === undefined
      if (!(await insertOrders(tx, [version], isLast))) return undoPreparation(tx, write)
      await write.alongside?.(tx, created)
      tx.afterCommit(() => write.afterCommit(created))
      return created
    })
    if (saved !== null) return saved
  }
  throw beingChanged(id)
}

/** What is prepared stands behind a savepoint: the transaction may be that of the whole request, in which the next try is made too. */
async function contentOf(tx: Transaction, write: NewOrderWrite): Promise<NewOrderContent> {
  if (write.prepare === undefined) return write
  const [, content] = await Promise.all([tx.query({ text: 'savepoint creation' }), write.prepare(tx)])
  return content
}

async function undoPreparation(tx: Transaction, { prepare }: NewOrderWrite): Promise<null> {
  if (prepare !== undefined) await tx.query({ text: 'rollback to savepoint creation' })
  return null
}
