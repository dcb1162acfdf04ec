import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { assertNotInUse } from '../../runs/return-calls.ts'
import { readRunsOfOrders } from '../../runs/run-queries.ts'
import { endingEvents, endSupersededRuns } from '../../runs/superseded-runs.ts'
import { orderNotFound } from '../rules/context/order-guards.ts'
import { firstVersion, nextVersion, type SavedOrder, type VersionChange } from '../rules/order-version.ts'
import { writeKinds } from '../rules/write-kinds.ts'
import { requireChangeRights } from './change-rights.ts'
import { knownCustomers } from './customer-facts.ts'
import { followStock } from './follow-stock.ts'
import { forEachYielding } from './for-each-yielding.ts'
import { withHiddenAsStored } from './hidden-fields.ts'
import type { Change, Facts, Intent, WriteResult, WrittenOrder } from './intent.ts'
import { lockOrders, requireAccess } from './lock-orders.ts'
import { numberCredits } from './number-credits.ts'
import { RefusedIntent } from './refused-intent.ts'
import { requireFields } from './require-fields.ts'
import { requireForeignAuthor, requireForeignCreators } from './said-author.ts'
import { type PreparedWrite, saveWrites } from './save-writes.ts'
import { StockSession } from './stock-session.ts'
import { buildVersionContext, type Member, type WriteContext, type WriteDeps, type WriteRequest } from './write-context.ts'
import { claimMemberKeys, keepMemberResponses } from './write-keys.ts'

/** Tries of a transaction in whose way another gets by creating orders with the same ids. */
const TRIES_MAX = 5

/**
 * Writes an order in a transaction of its own, by the rules of `prepareWrite`
 * (orders.md#concurrent-commands). No effective change makes no version and no event. Raises
 * `NotFound`, `OrderIdExists`, `Forbidden`, `VersionConflict`, `ResourceLocked`, and whatever the
 * change and the rules raise.
 */
export function writeOrder<Result = undefined>(
  context: WriteContext & Pick<Member, 'known'>,
  intent: Intent<Result>,
): Promise<WrittenOrder<Result>> {
  const { deps, write, known } = context
  const { groups } = deps
  // A transaction that is open is one of its own.
  if (groups?.inTransaction !== deps.inTransaction) return deps.inTransaction((tx) => writeOrderIn(tx, context, intent))
  // A lock is taken for one operation.
  return groups.write(deps, { write, intent, known }, { isAlone: deps.config().settings.orderLock })
}

/** A pure edit of an order; `now` is ISO 8601 UTC. Returning the same order changes nothing. */
export type Edit = (order: Order, now: string) => Order

/** Changes an order by a pure edit, as `writeOrder` does. Returns the saved order. */
export async function editOrder(context: WriteContext, orderId: string, edit: Edit): Promise<SavedOrder> {
  const change: Intent['change'] = (order, { now }) => ({ order: edit(order, now) })
  return (await writeOrder(context, { orderId, kind: 'edit', change })).saved
}

/** As `writeOrder`, as a part of a transaction, which deals with the key of its request itself. */
export async function writeOrderIn<Result = undefined>(
  tx: Transaction,
  context: WriteContext & Pick<Member, 'known'>,
  intent: Intent<Result>,
): Promise<WrittenOrder<Result>> {
  try {
    const { write, known } = context
    const [written] = await writeGroup(tx, context.deps, [{ write: { ...write, keyed: null }, intent, known }])
    invariant(written !== undefined && written.status !== 'skipped', 'a single order is not skipped')
    return written
  } catch (error) {
    throw error instanceof RefusedIntent ? error.failure : error
  }
}

/**
 * Writes many orders in one transaction, all or none, by the rules of `writeOrder`; the number of
 * statements grows with their lines, not with the orders. Existing orders are locked in the order
 * of their ids; those that are only to be created are skipped. When another creates one of the ids
 * at the same moment, all is made again. Returns a result per intent, in their order. Raises
 * `RefusedIntent` for what an intent raises, and `ResourceLocked`.
 */
export async function writeOrders<Result = undefined>(
  context: WriteContext,
  intents: readonly Intent<Result>[],
): Promise<WriteResult<Result>[]> {
  invariant(new Set(intents.map(({ orderId }) => orderId)).size === intents.length, 'a write names each order once')
  if (intents.length === 0) return []
  return context.deps.inTransaction(async (tx) => {
    // Going back to it also gives back the locks, so that the next try takes them in the same order
    // as everybody else.
    await tx.query({ text: 'savepoint orders' })
    for (let tries = 1; tries <= TRIES_MAX; tries++) {
      try {
        return await writeGroup(
          tx,
          context.deps,
          intents.map((intent) => ({ write: context.write, intent, skipsExisting: true })),
        )
      } catch (error) {
        // What was moved and stored for the others too: a caller may continue in its transaction.
        await tx.query({ text: 'rollback to savepoint orders' }).catch(() => undefined)
        if (!(error instanceof DomainError) || error instanceof RefusedIntent || error.code !== 'OrderIdExists') throw error
      }
    }
    throw new DomainError('ResourceLocked', 'Others create orders with the same ids.', { retryAfterSeconds: 1 })
  })
}

const here: NonNullable<Member['inContext']> = (work) => work()

/**
 * Locks and reads, decides by the rules, and saves: orders that are written together. Raises
 * `RefusedIntent` for what is refused of one of them, and then nothing of any may be committed.
 */
export async function writeGroup<Result>(
  tx: Transaction,
  deps: WriteDeps,
  members: readonly Member<Result>[],
): Promise<WriteResult<Result>[]> {
  const withRuns = members.flatMap(({ intent }) => (intent.needsRuns ? [intent.orderId] : []))
  // In one packet, the lock first: the runs are those of the locked orders.
  const [, stored, runs] = await Promise.all([
    claimMemberKeys(tx, members),
    lockOrders(tx, deps, members as readonly Member<never>[]),
    readRunsOfOrders(tx, withRuns),
  ])
  const news = members.filter(({ intent }) => intent.customerId && !stored.has(intent.orderId))
  const customers = await knownCustomers(
    tx,
    news.flatMap(({ intent }) => intent.customerId || []),
    deps.config(),
  )
  const stock = new StockSession(tx)
  await stock.prepare(
    members.flatMap(({ intent: { orderId, stockLines } }) => {
      const order = stored.get(orderId)?.order ?? null
      return { orderId, isNew: order === null, lines: stockLines?.(order) ?? [] }
    }),
  )
  const writes: PreparedWrite<Result>[] = []
  await forEachYielding(members, async ({ write, intent, inContext = here }, index) => {
    const { orderId, customerId } = intent
    try {
      const prepared = await inContext(() => {
        const versioning = buildVersionContext({ deps, write })
        const now = versioning.authorship.time.toISOString()
        const facts = { tx, stock, versioning, now, underWay: runs.get(orderId) ?? [], customer: customers.of(customerId) }
        return prepareWrite({ write, intent, stored: stored.get(orderId) ?? null, facts })
      })
      if (customerId && prepared.version?.kind === 'created') customers.add(customerId, prepared.version.order)
      writes.push(prepared)
    } catch (error) {
      throw error instanceof DomainError ? new RefusedIntent(index, error) : error
    }
  })
  stock.flush()
  const written = await saveWrites(tx, writes)
  await keepMemberResponses(tx, members, written)
  return written
}

type WriteInput<Result> = { write: WriteRequest; intent: Intent<Result>; stored: SavedOrder | null; facts: Facts }

/**
 * The pending write of an order: the rules of every write, in their order. `writeKinds` says
 * which of them hold for which kind.
 */
async function prepareWrite<Result>({ write, intent, stored, facts }: WriteInput<Result>): Promise<PreparedWrite<Result>> {
  const { orderId } = intent
  const { tx, stock, versioning, now, underWay } = facts
  const { config, authorship } = versioning
  const before = stored?.order ?? null

  if (stored !== null) await requireAccess(tx, write, stored)
  await requireForeignAuthor(tx, write, config)
  const change = withHiddenAsStored(write, await decideChange(intent, stored, facts), before)
  if (change === null) return { orderId, authorship, stored, change: null, version: null, ended: [] }
  const kind = stored === null && intent.kind !== 'import' ? 'create' : intent.kind
  const rules = writeKinds[kind]
  invariant(change.order.id === orderId, 'a write is of the order that it names')
  requireNamedStores(write.requireScope, change.order, before)
  requireFields(write, { kind, before, after: change.order, isDerived: intent.isDerived }, config)
  if (before !== null && rules.refusesInUse) await assertNotInUse(tx, { before, after: change.order }, config)

  const superseded = endSupersededRuns(change.order, change.enters ?? null, { underWay, now })
  const followsStock = before !== null && rules.followsStock && change.hasMovedStock !== true
  const stocked = followsStock
    ? await followStock({ tx, stock }, { before, after: superseded.order }, versioning)
    : superseded.order
  const order = await numberCredits(tx, { before, after: stocked, isCalculated: rules.calculates }, config)

  const run = change.run ?? null
  const events = [...superseded.events, ...(change.events ?? []), ...endingEvents(run)]
  const next: VersionChange = { order, kind, run, events, newLineIds: change.newLineIds ?? null }
  const version = stored === null ? firstVersion(next, 0, versioning) : nextVersion(stored, next, versioning)
  if (kind === 'import') await requireForeignCreators(tx, { order, write }, config)
  await requireChangeRights(tx, { write, kind, before, version, refunds: change.refunds }, versioning)
  return { orderId, authorship, stored, change: { ...change, run, events }, version, ended: superseded.ended }
}

/** Null when there is the order, and it is only to be created. Raises `NotFound`. */
async function decideChange<Result>(
  intent: Intent<Result>,
  stored: SavedOrder | null,
  facts: Facts,
): Promise<Change<Result> | null> {
  if (stored !== null) return intent.change === undefined ? null : intent.change(stored.order, { ...facts, stored })
  if (intent.create === undefined) throw orderNotFound(intent.orderId)
  return intent.create(facts)
}

type StoreReferences = Pick<Order, 'storeId' | 'returnOrderForms'>

/**
 * Calls `requireScope` for every store that a write adds to an order: its own, and new ones of its
 * return forms (security.md#store-scope). `before` is the stored order; null for a new one.
 */
function requireNamedStores(
  requireScope: (storeId: string | null) => void,
  order: StoreReferences,
  before: StoreReferences | null,
): void {
  requireScope(order.storeId)
  const known = new Map(before?.returnOrderForms.map(({ returnId, storeId }) => [returnId, storeId]))
  for (const { returnId, storeId } of order.returnOrderForms)
    if (storeId !== null && storeId !== '' && storeId !== known.get(returnId)) requireScope(storeId)
}
