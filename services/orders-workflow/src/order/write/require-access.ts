import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { list, statement, text, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { changedFields } from '../document/changed-fields.ts'
import { isUuid } from '../document/uuid.ts'
import type { SavedOrder } from '../order-version.ts'
import { orderColumn } from '../stored-document.ts'
import type { WriteRequest } from './write-context.ts'

const newestOfVersions = statement({
  name: 'order-version-load',
  text: 'select document from order_version_content where order_id = $1 and version_id = any($2::uuid[]) order by version_number desc limit 1',
  parameters: [text, list(uuid)],
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
  const orderId = order.id as string
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
