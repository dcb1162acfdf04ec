import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { wakeHeldRuns } from '../../runs/run-statements.ts'
import { runLostError, saveProgress } from '../../runs/run-store.ts'
import { endWaitingRuns } from '../../runs/run-wake.ts'
import type { OrderEvent } from '../rules/order-events.ts'
import { type Authorship, type OrderVersion, releasesOrder, type SavedOrder, savedBy } from '../rules/order-version.ts'
import { notificationsOfVersion } from '../rules/staff/staff-notifications.ts'
import type { WorkflowRun } from '../rules/status/workflow-run.ts'
import { enqueueMessages, type NewMessage } from '../store/new-message-store.ts'
import { insertOrders, publishOfOrders, purgedSequences, saveOrders } from '../store/order-store.ts'
import { storeStaffNotifications } from '../store/staff-notification-store.ts'
import { auditWrites } from './audit-writes.ts'
import type { Change, WriteResult } from './intent.ts'
import { RefusedIntent } from './refused-intent.ts'

/**
 * Lines of the orders of one statement: all other requests wait while its orders are written down
 * as text.
 */
const LINES_PER_STATEMENT = 2_000

/** The pending write of an order. */
export type PreparedWrite<Result> = {
  orderId: string
  authorship: Authorship
  stored: SavedOrder | null
  /** Null: the order is skipped. */
  change: (Change<Result> & { run: WorkflowRun | null; events: readonly OrderEvent[] }) | null
  /** Null: nothing effective has changed. */
  version: OrderVersion | null
  /** The runs that wait no longer. */
  ended: readonly WorkflowRun[]
}

// Only a purge and a new order of the same id, again and again, can make a third try needed.
const TRIES_MAX = 3

/**
 * Saves orders with their versions, events and runs, in a number of statements that does not grow
 * with them, and what else their changes ask for. Returns what became of each. Raises
 * `OrderIdExists`, `ResourceLocked`, and `RefusedIntent` for what one of them raises behind its
 * version.
 */
export async function saveWrites<Result>(
  tx: Transaction,
  writes: readonly PreparedWrite<Result>[],
): Promise<WriteResult<Result>[]> {
  const versions = writes.flatMap(({ version }) => version ?? [])
  const news = versions.filter(({ kind }) => kind === 'created')
  const changed = versions.filter(({ kind }) => kind !== 'created')
  const publications = writes.flatMap(({ orderId, authorship, stored, change, version }) => {
    if (version !== null || stored === null || change === null) return []
    const { run, events } = change
    const sequenceBefore = stored.eventSequence
    return run === null && events.length === 0 ? [] : [{ orderId, sequenceBefore, events, run, authorship }]
  })
  const sequences = new Map<string, number>()
  for (const portion of splitIntoBatches(news)) await insertNews(tx, portion, sequences)
  for (const portion of splitIntoBatches(changed)) await saveOrders(tx, portion)
  if (publications.length > 0) await publishOfOrders(tx, publications)
  const released = changed.filter(releasesOrder).map(({ order }) => order.id)
  if (released.length > 0) tx.later(wakeHeldRuns.with(released))
  await endWaitingRuns(
    tx,
    writes.flatMap(({ ended, authorship }) => ended.map((run) => ({ run, time: authorship.time.toISOString() }))),
  )
  await saveRuns(tx, writes)

  enqueueMessages(
    tx,
    writes.flatMap((prepared) => dueMessages(prepared)),
  )
  storeStaffNotifications(
    tx,
    writes.flatMap(({ authorship, version }) =>
      version === null ? [] : notificationsOfVersion(version.before, version.order, authorship),
    ),
  )
  auditWrites(tx, writes)
  const written: WriteResult<Result>[] = []
  for (const [index, prepared] of writes.entries()) {
    try {
      written.push(await finished(tx, prepared, sequences))
    } catch (error) {
      throw error instanceof DomainError ? new RefusedIntent(index, error) : error
    }
  }
  return written
}

/**
 * Saves where the runs of orders are, all in one statement. Raises `RefusedIntent` for the first
 * that is lost.
 */
async function saveRuns(tx: Transaction, writes: readonly PreparedWrite<unknown>[]): Promise<void> {
  const reached = writes.flatMap(({ change }) => change?.progress ?? [])
  const saved = await saveProgress(tx, reached)
  for (const [index, { change }] of writes.entries()) {
    const run = change?.progress?.run
    if (run !== undefined && !saved.has(run.id)) throw new RefusedIntent(index, await runLostError(tx, run))
  }
}

/**
 * Inserts new orders. Hardly any id belonged to another order before: only then is the first try
 * one too many, and the events continue where those of that order ended.
 */
async function insertNews(tx: Transaction, news: readonly OrderVersion[], sequences: Map<string, number>): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const numbered = news.map((version) => ({ ...version, sequenceBefore: sequences.get(version.order.id) ?? 0 }))
    if (await insertOrders(tx, numbered)) return
    const ids = news.map(({ order }) => order.id)
    for (const [id, sequence] of await purgedSequences(tx, ids)) sequences.set(id, sequence)
  }
  throw new DomainError('ResourceLocked', 'Orders of these ids are being changed by others.', { retryAfterSeconds: 1 })
}

async function finished<Result>(
  tx: Transaction,
  { orderId, stored, change, version }: PreparedWrite<Result>,
  sequences: ReadonlyMap<string, number>,
): Promise<WriteResult<Result>> {
  if (change === null) {
    invariant(stored !== null, 'an order that is not there is not skipped')
    return { orderId, status: 'skipped', saved: null, before: stored.order, result: undefined }
  }
  const saved = toSavedOrder({ stored, change, version }, sequences.get(orderId) ?? 0)
  await change.also?.(tx, saved)
  const result = change.conclude === undefined ? change.result : await change.conclude(tx, saved)
  if (change.afterCommit !== undefined) tx.afterCommit(() => change.afterCommit?.(saved))
  const status = version === null ? 'unchanged' : stored === null ? 'created' : 'updated'
  return { orderId, status, saved, before: stored?.order ?? null, result: result as Result }
}

/** The messages of a write, about the version that it leaves unless they name another one. */
function dueMessages({ stored, change, version: saved }: PreparedWrite<unknown>): NewMessage[] {
  const left = (saved ?? stored)?.versionNumber
  return (change?.messages ?? []).map(({ composition, ...message }) => {
    if (composition === undefined) return message
    return { ...message, composition: { ...composition, version: composition.version ?? left } }
  })
}

/** The order as the write leaves it. */
function toSavedOrder(
  { stored, change, version }: Pick<PreparedWrite<unknown>, 'stored' | 'change' | 'version'>,
  sequence: number,
): SavedOrder {
  if (version !== null) return savedBy(stored === null ? { ...version, sequenceBefore: sequence } : version)
  invariant(stored !== null && change !== null, 'a new order has a version')
  return { ...stored, eventSequence: stored.eventSequence + change.events.length }
}

/** The versions in their order, those of one statement each. */
function splitIntoBatches(versions: readonly OrderVersion[]): OrderVersion[][] {
  const portions: OrderVersion[][] = []
  let lines = 0
  for (const one of versions) {
    const own = one.order.orderForm.lineItems.length
    const last = portions.at(-1)
    if (last === undefined || lines + own > LINES_PER_STATEMENT) {
      portions.push([one])
      lines = own
    } else {
      last.push(one)
      lines += own
    }
  }
  return portions
}
