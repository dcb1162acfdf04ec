import type { Transaction } from '@oms/service-kit/database/transaction'
import { indexOrders } from '../index-orders.ts'
import { loadOrdersForUpdate } from '../order-store.ts'
import type { SavedOrder } from '../order-version.ts'
import { claimOrders, orderLocked } from './order-lock.ts'
import { RefusedIntent } from './refused-intent.ts'
import type { Member, WriteDeps } from './write-context.ts'

/**
 * Locks the orders of a write until its transaction ends, in the order of their ids, and reads
 * them; those that there are, by id. The rows are locked by the first statement that it sends. What
 * is only to be created and comes alone is not looked for: its insertion shows whether there is
 * one. Raises `RefusedIntent` with `ResourceLocked` for an order that another operation is
 * modifying (orders.md#order-lock).
 */
export async function lockOrders(
  tx: Transaction,
  deps: WriteDeps,
  members: readonly Member<never>[],
): Promise<Map<string, SavedOrder>> {
  const sought = members.filter(({ intent, skipsExisting }) => intent.change !== undefined || skipsExisting === true)
  if (sought.length === 0) return new Map()
  await claim(tx, deps, sought)
  const stored = await loadOrdersForUpdate(
    tx,
    sought.map(({ intent, known }) => ({ id: intent.orderId, known })),
  )
  // An order without search rows gets them first: a change moves it from one group of the counts to
  // another.
  const unindexed = [...stored.values()].filter(({ isIndexed }) => !isIndexed)
  if (unindexed.length > 0) await indexOrders(tx, unindexed, deps.config())
  return new Map([...stored].map(([id, { isIndexed: _, ...saved }]) => [id, saved]))
}

/** With setting `orderLock`, an order is claimed before it is written to. */
async function claim(tx: Transaction, deps: WriteDeps, members: readonly Member<never>[]): Promise<void> {
  const lock = members[0]?.write.lock
  if (!deps.config().settings.orderLock || lock === 'waits') return
  const ids = members.map(({ intent }) => intent.orderId)
  const others = await claimOrders(tx, ids, lock)
  const index = members.findIndex(({ intent }) => others.has(intent.orderId))
  if (index >= 0) throw new RefusedIntent(index, orderLocked(ids[index] as string))
}
