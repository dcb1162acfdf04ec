import { DomainError, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import type { OrderConfig } from '../../../order/document/order-context.ts'
import { followStock } from '../../../order/follow-stock.ts'
import { unpaidGoodsWarning } from '../../../order/fulfilment/unpaid-goods.ts'
import { indexOrders } from '../../../order/index-orders.ts'
import { claimOrders, orderLocked } from '../../../order/order-lock.ts'
import {
  insertOrders,
  loadOrders,
  publishOfOrders,
  purgedSequences,
  type StoredOrder,
  saveOrders,
} from '../../../order/order-store.ts'
import {
  firstVersion,
  nextVersion,
  type OrderOutcome,
  type OrderVersion,
  releasesOrder,
  type SavedOrder,
  savedBy,
  type Versioning,
} from '../../../order/order-version.ts'
import { wakeHeldRuns } from '../../../order/rows/run-statements.ts'
import type { WorkflowRun } from '../../../order/status/workflow-run.ts'
import { versioningOf, type WriteContext, type WriteRequest } from '../../../order/write-context.ts'
import type { Publication } from '../../../order/write-parameters.ts'
import type { CustomerFacts } from '../../holds/domain/hold-rules.ts'
import { withoutSuperseded } from '../../workflow/runner/end-waiting-runs.ts'
import { assertNotInUse, type ReturnCalls, readReturnCalls } from '../../workflow/runs/return-calls.ts'
import { readWaitingRuns } from '../../workflow/runs/run-queries.ts'
import type { StoredRun } from '../../workflow/runs/run-rows.ts'
import { endWaitingRuns } from '../../workflow/runs/run-wake.ts'
import { type BatchFacts, factsOfBatch } from './batch-facts.ts'
import { BatchRowError } from './batch-row-error.ts'
import { forEachYielding } from './for-each-yielding.ts'
import { portionsOf } from './portions-of.ts'

/**
 * What is to become of one order. Both functions may be called again: after a race the whole batch
 * is made anew. They return the same for the same order, and change nothing.
 */
export type BatchRow = {
  orderId: string
  /** The customer whose other orders decide whether a new order is held; null or absent: none. */
  customerId?: string | null
  /**
   * Makes the order if there is none with the id, not even a deleted one. `facts` are of its
   * customer, where the row names one.
   */
  create?(facts?: CustomerFacts): OrderOutcome
  /** Changes the order that there is; `now` is ISO 8601 UTC. */
  change?(order: Order, now: string): OrderOutcome
  /**
   * True: a change enters the status that the order then has, which ends the runs that wait
   * (workflow.md#waiting-runs).
   */
  entersStatus?: boolean
}

export type BatchStatus = 'created' | 'updated' | 'unchanged' | 'skipped'

/** What became of a row; `saved` unless it was skipped. */
export type BatchResult = {
  orderId: string
  status: BatchStatus
  saved?: SavedOrder
  /** What somebody should know of a change: that unpaid goods leave. */
  warning?: string | null
}

const TRIES_MAX = 5

/**
 * Writes many orders in one transaction, all or none, by the rules of `changeOrder` and
 * `createOrder` (money.md#calculated-amounts, money.md#money-invariants,
 * orders.md#service-owned-fields); the number of statements grows with the lines of the batch, not
 * with its orders. Existing orders are locked in the order of their ids. When another creates one
 * of the ids at the same moment, the whole batch is made again. `If-Match` does not count. Returns
 * a result per row, in their order. Raises `BatchRowError` for what a row raises, `Forbidden` for
 * its store included, and `ResourceLocked`.
 */
export async function writeBatch(context: WriteContext, rows: readonly BatchRow[]): Promise<BatchResult[]> {
  const ids = rows.map((row) => row.orderId)
  invariant(new Set(ids).size === ids.length, 'a batch names each order once')
  if (ids.length === 0) return []
  return context.deps.inTransaction(async (tx) => {
    // Going back to it also gives back the locks, so that the next try takes them in the same order
    // as everybody else.
    await tx.query({ text: 'savepoint batch' })
    for (let tries = 1; tries <= TRIES_MAX; tries++) {
      const drafts = await draft(tx, context, { rows, ids })
      if (await write(tx, drafts)) return results(tx, drafts)
      await tx.query({ text: 'rollback to savepoint batch' })
    }
    throw new DomainError('ResourceLocked', 'Others create orders with the same ids.', { retryAfterSeconds: 1 })
  })
}

/** What is to be written for a row. */
type Draft = BatchResult & {
  version?: OrderVersion
  publication?: Publication
  afterCommit?: OrderOutcome['afterCommit'] | undefined
  /** The runs that wait no longer. */
  ended?: readonly WorkflowRun[]
}

/** `rows`: each id once. */
type Batch = { rows: readonly BatchRow[]; ids: readonly string[] }

async function draft(tx: Transaction, writing: WriteContext, { rows, ids }: Batch): Promise<Draft[]> {
  await refuseLocked(tx, writing, ids)
  const stored = await loadOrders(tx, ids, true)
  const unindexed = [...stored.values()].filter((order) => !order.isIndexed)
  const versioning = versioningOf(writing)
  if (unindexed.length > 0) await indexOrders(tx, unindexed, versioning.config)
  const news = ids.filter((id) => !stored.has(id))
  const sequences = news.length === 0 ? new Map<string, number>() : await purgedSequences(tx, news)
  const facts = await factsOfBatch(
    tx,
    writing,
    rows.filter(({ orderId }) => !stored.has(orderId)),
  )
  const drafts: Draft[] = []
  const entering = rows.filter(({ orderId, entersStatus }) => entersStatus && stored.has(orderId))
  const waiting = await readWaitingRuns(
    tx,
    entering.map(({ orderId }) => orderId),
  )
  const orders = [...stored.values()].map(({ order }) => order)
  const returnCalls = await readReturnCalls(tx, orders)
  const { requireScope } = writing.write
  const config = writing.deps.config()
  const context = { facts, tx, waiting, returnCalls, stored, sequences, versioning, requireScope, config }
  await forEachYielding(rows, async (row, index) => {
    drafts.push(await draftRow({ row, index }, context))
  })
  await endWaitingRuns(
    tx,
    drafts.flatMap(({ ended = [] }) => ended),
    versioning.authorship.time.toISOString(),
  )
  return drafts
}

type RowsContext = RowContext & {
  stored: ReadonlyMap<string, StoredOrder>
  sequences: ReadonlyMap<string, number>
}

async function draftRow(
  { row, index }: { row: BatchRow; index: number },
  { stored, sequences, ...context }: RowsContext,
): Promise<Draft> {
  const known = stored.get(row.orderId)
  try {
    if (known !== undefined) return await draftChange(row, known, context)
    return draftOrder(row, sequences.get(row.orderId) ?? 0, context)
  } catch (error) {
    throw error instanceof DomainError ? new BatchRowError(index, error) : error
  }
}

/**
 * With setting `orderLock`, an order that another operation is modifying fails its row
 * (orders.md#order-lock).
 */
async function refuseLocked(tx: Transaction, { deps }: WriteContext, ids: readonly string[]): Promise<void> {
  if (!deps.config().settings.orderLock) return
  const others = await claimOrders(tx, ids, undefined)
  const index = ids.findIndex((id) => others.has(id))
  if (index >= 0) throw new BatchRowError(index, orderLocked(ids[index] as string))
}

type RowContext = {
  tx: Transaction
  versioning: Versioning
  requireScope: WriteRequest['requireScope']
  facts: BatchFacts
  /** The runs that wait, of orders that enter a status, by order. */
  waiting: ReadonlyMap<string, StoredRun[]>
  returnCalls: ReturnCalls
  config: OrderConfig
}

function draftOrder(row: BatchRow, sequenceBefore: number, { versioning, requireScope, facts }: RowContext): Draft {
  const { orderId, customerId } = row
  invariant(row.create !== undefined, 'a row of a batch creates the order that is not there')
  const created = customerId ? row.create(facts.of(customerId)) : row.create()
  if (customerId) facts.add(customerId, created.order)
  requireNamedStores(requireScope, created.order, null)
  invariant(created.order.id === orderId, 'a row of a batch creates the order that it names')
  const version = firstVersion(created, sequenceBefore, versioning)
  return { orderId, status: 'created', saved: savedBy(version), version, afterCommit: created.afterCommit }
}

async function draftChange(row: BatchRow, { isIndexed: _, ...stored }: StoredOrder, context: RowContext): Promise<Draft> {
  const { tx, versioning, requireScope, waiting, returnCalls, config } = context
  const { orderId } = row
  if (row.change === undefined) return { orderId, status: 'skipped' }
  requireScope(stored.order.storeId)
  const now = versioning.authorship.time.toISOString()
  const changed = row.change(stored.order, now)
  const { run = null, afterCommit } = changed
  const entered = { shipmentId: null, orderEntered: null }
  const superseding = { entered, begun: run, underWay: waiting.get(orderId) ?? [], now }
  const { ended, ...superseded } = withoutSuperseded(changed.order, superseding)
  const events = [...superseded.events, ...(changed.events ?? [])]
  const applied = { ...changed, order: superseded.order, events }
  assertNotInUse(returnCalls, { before: stored.order, after: applied.order, config })
  const order = await followStock(tx, { before: stored.order, after: applied.order }, versioning)
  const version = nextVersion(stored, { ...applied, order }, versioning)
  if (version !== null) {
    const warning = unpaidGoodsWarning(stored.order, version.order, versioning.config)
    return { orderId, status: 'updated', saved: savedBy(version), version, afterCommit, ended, warning }
  }
  const unchanged = { orderId, status: 'unchanged', saved: stored, afterCommit, ended } as const
  if (run === null && events.length === 0) return unchanged
  const { authorship } = versioning
  return { ...unchanged, publication: { orderId, sequenceBefore: stored.eventSequence, events, run, authorship } }
}

/**
 * False when another created one of the ids, or purged an order with it, since the batch looked.
 */
async function write(tx: Transaction, drafts: readonly Draft[]): Promise<boolean> {
  const versions = drafts.flatMap((item) => item.version ?? [])
  const news = versions.filter(({ kind }) => kind === 'created')
  const changes = versions.filter(({ kind }) => kind !== 'created')
  const publications = drafts.flatMap((item) => item.publication ?? [])
  for (const portion of portionsOf(news)) if (!(await inserted(tx, portion))) return false
  for (const portion of portionsOf(changes)) await saveOrders(tx, portion)
  if (publications.length > 0) await publishOfOrders(tx, publications)
  const released = changes.filter(releasesOrder).map(({ order }) => order.id as string)
  if (released.length > 0) await wakeHeldRuns.on(tx, released)
  return true
}

function inserted(tx: Transaction, news: readonly OrderVersion[]): Promise<boolean> {
  return insertOrders(tx, news).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'OrderIdExists') return false
    throw error
  })
}

function results(tx: Transaction, drafts: readonly Draft[]): BatchResult[] {
  return drafts.map(({ orderId, status, saved, afterCommit, warning = null }) => {
    if (saved === undefined) return { orderId, status }
    if (afterCommit !== undefined) tx.afterCommit(() => afterCommit(saved))
    return { orderId, status, saved, warning }
  })
}
