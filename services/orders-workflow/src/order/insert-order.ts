import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { requireNamedStores } from './document/named-stores.ts'
import { insertOrders, purgedSequences } from './order-store.ts'
import { firstVersion, type OrderOutcome, type SavedOrder, savedBy } from './order-version.ts'
import { versioningOf, type WriteContext } from './write-context.ts'

// Only a purge and a new order of the same id, again and again, can make a third try needed.
const TRIES_MAX = 3

/**
 * Writes a new order as version 1, with the run of its first status, in one statement. Raises
 * `OrderIdExists`, `ValidationFailed`, `QuantityNotAvailable`, and `Forbidden` for a store that the
 * writer does not cover.
 */
export async function insertOrder(context: WriteContext, outcome: OrderOutcome): Promise<SavedOrder> {
  const inserted = await context.deps.inTransaction((tx) => insert(tx, context, { outcome, sequenceBefore: 0, isLast: true }))
  return inserted ?? context.deps.inTransaction((tx) => insertOrderIn(tx, context, outcome))
}

/** As `insertOrder`, in a transaction that goes on. */
export async function insertOrderIn(tx: Transaction, context: WriteContext, outcome: OrderOutcome): Promise<SavedOrder> {
  const id = outcome.order.id as string
  // Hardly any id belonged to another order before: only then is the first try one too many.
  let sequenceBefore = 0
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const inserted = await insert(tx, context, { outcome, sequenceBefore, isLast: false })
    if (inserted !== null) return inserted
    sequenceBefore = (await purgedSequences(tx, [id])).get(id) ?? 0
  }
  throw new DomainError('ResourceLocked', `Order "${id}" is being changed by others.`, { retryAfterSeconds: 1 })
}

type Inserting = { outcome: OrderOutcome; sequenceBefore: number; isLast: boolean }

/**
 * Null, and nothing is written, when the id belonged to a purged order whose events ended elsewhere
 * than `sequenceBefore`.
 */
async function insert(
  tx: Transaction,
  context: WriteContext,
  { outcome, sequenceBefore, isLast }: Inserting,
): Promise<SavedOrder | null> {
  requireNamedStores(context.write.requireScope, outcome.order, null)
  const version = firstVersion(outcome, sequenceBefore, versioningOf(context))
  if (!(await insertOrders(tx, [version], { isLast }))) return null
  const saved = savedBy(version)
  tx.afterCommit(() => outcome.afterCommit?.(saved))
  return saved
}
