import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { isUuid } from '@open-oms/contracts/uuid'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { changedFields } from '../rules/context/changed-fields.ts'
import type { SavedOrder } from '../rules/order-version.ts'
import { indexOrders } from '../store/index-orders.ts'
import { loadOrdersForUpdate } from '../store/order-store.ts'
import { orderColumn } from '../store/stored-document.ts'
import { claimOrders, orderLocked } from './order-lock.ts'
import { RefusedIntent } from './refused-intent.ts'
import type { Member, WriteDeps, WriteRequest } from './write-context.ts'

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
  // Not awaited where there is nothing to claim: what the caller sends in the same packet comes
  // behind the lock.
  if (isClaimed(deps, sought)) await claim(tx, sought)
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
function isClaimed(deps: WriteDeps, members: readonly Member<never>[]): boolean {
  return deps.config().settings.orderLock && members[0]?.write.lock !== 'waits'
}

async function claim(tx: Transaction, members: readonly Member<never>[]): Promise<void> {
  const lock = members[0]?.write.lock
  const ids = members.map(({ intent }) => intent.orderId)
  const others = await claimOrders(tx, ids, lock === 'waits' ? undefined : lock)
  for (const [index, orderId] of ids.entries()) if (others.has(orderId)) throw new RefusedIntent(index, orderLocked(orderId))
}

const newestOfVersions = statement({
  name: 'order-version-load',
  text: 'select document from order_version_content where order_id = $1 and version_id = any($2::uuid[]) order by version_number desc limit 1',
  parameters: [Sql.text, Sql.list(Sql.uuid)],
  row: { document: orderColumn },
})

/**
 * Refuses, with `Forbidden`, a writer who does not cover the store of the order, and with
 * `VersionConflict` a write whose `If-Match` does not name the version that the order has
 * (http.md#entity-tags, security.md#roles).
 */
export async function requireAccess(
  tx: Transaction,
  { requireScope, precondition }: WriteRequest,
  { order, versionId }: SavedOrder,
): Promise<void> {
  requireScope(order.storeId)
  if (!precondition || precondition.matches(versionId)) return
  const orderId = order.id
  const known = await loadVersion(tx, orderId, precondition.versions)
  const fields = { currentVersionId: versionId, changedFields: known === null ? [] : changedFields(known, order) }
  throw new DomainError('VersionConflict', `Order "${orderId}" has changed since the version in If-Match.`, { fields })
}

/** The content of an order at the newest of the named versions; null when it has none of them. */
async function loadVersion(tx: Transaction, orderId: string, versionIds: readonly string[]): Promise<Order | null> {
  const known = versionIds.filter(isUuid)
  const [row] = await newestOfVersions.on(tx, orderId, known)
  return row?.document ?? null
}
