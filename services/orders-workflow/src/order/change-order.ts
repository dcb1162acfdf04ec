import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { losesStock } from './follow-stock.ts'
import { claimOrder, claimsOrders, inLockedOrder, requireAccess, requireFound } from './locked-order.ts'
import { loadOrders, saveOrder } from './order-store.ts'
import { nextVersion, releasesOrder, type SavedOrder, savedBy } from './order-version.ts'
import { versioningOf, type WriteContext } from './write-context.ts'

/** A pure edit of an order; `now` is ISO 8601 UTC. Returning the same order changes nothing. */
export type Edit = (order: Order, now: string) => Order

/**
 * Changes an order by a pure edit: loads it, applies the edit, calculates the totals, asserts the
 * invariants, and saves order, version, search rows, counts, change and events in one statement
 * that is guarded by the version (orders.md#concurrent-commands, money.md#calculated-amounts,
 * money.md#money-invariants). When another write commits first, the same edit is applied to the
 * fresh order, now locked. No effective change: no version, no event. Raises `NotFound`,
 * `Forbidden`, `VersionConflict`, `ResourceLocked` and whatever the edit raises.
 */
export async function changeOrder(context: WriteContext, orderId: string, edit: Edit): Promise<SavedOrder> {
  const changed = await context.deps.inTransaction((tx) => changeUnlocked(tx, context, { orderId, edit }))
  return changed ?? inLockedOrder(context, orderId, ({ order, now, save }) => save(edit(order, now)))
}

/**
 * Null, and nothing is written, when the order must be locked first: another write committed first,
 * or related rows must follow.
 */
async function changeUnlocked(
  tx: Transaction,
  context: WriteContext,
  { orderId, edit }: { orderId: string; edit: Edit },
): Promise<SavedOrder | null> {
  if (claimsOrders(context)) await claimOrder(tx, context, orderId)
  const { isIndexed, ...stored } = requireFound((await loadOrders(tx, [orderId], false)).get(orderId), orderId)
  await requireAccess(tx, context, stored)
  if (!isIndexed) return null
  const versioning = versioningOf(context)
  const order = edit(stored.order, versioning.authorship.time.toISOString())
  if (losesStock({ before: stored.order, after: order }, versioning.config)) return null
  const version = nextVersion(stored, { order }, versioning)
  if (version === null) return stored
  if (releasesOrder(version)) return null
  return (await saveOrder(tx, version)) ? savedBy(version) : null
}
