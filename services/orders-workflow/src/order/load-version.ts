import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The content that an order had at the first of the named versions that is known; null when none
 * is.
 */
export async function loadVersion(tx: Transaction, orderId: string, versionIds: readonly string[]): Promise<Order | null> {
  const [row] = await tx.query<{ document: string }>({
    name: 'order-version-load',
    text: 'select document from order_version where order_id = $1 and version_id = any($2::uuid[]) order by version_number desc limit 1',
    values: [orderId, versionIds.filter((id) => UUID.test(id))],
  })
  return row === undefined ? null : JSON.parse(row.document)
}
