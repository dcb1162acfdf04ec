import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderChange } from './change-order.ts'
import { changedFields } from './document/changed-fields.ts'
import { loadVersion } from './load-version.ts'
import type { StoredOrder } from './order-store.ts'

/** Refuses, with `VersionConflict`, a write whose `If-Match` does not name the version that the order has (4-decisions B.1). */
export async function requireVersion(
  tx: Transaction,
  stored: StoredOrder,
  { precondition, orderId }: Pick<OrderChange, 'precondition' | 'orderId'>,
): Promise<void> {
  if (!precondition || precondition.matches(stored.versionId)) return
  const known = await loadVersion(tx, orderId, precondition.versions)
  const members = { currentVersionId: stored.versionId, changedFields: known === null ? [] : changedFields(known, stored.order) }
  throw new DomainError('VersionConflict', `Order "${orderId}" has changed since the version in If-Match.`, { members })
}
