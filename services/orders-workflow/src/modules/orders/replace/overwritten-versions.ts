import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

/** As many as fit into a header of 8 KiB. */
const VERSIONS_MAX = 200

const findBetween = statement({
  name: 'order-versions-overwritten',
  text: `select version_id from order_version where order_id = $1 and version_number < $2
      and version_number > (select version_number from order_version where order_id = $1 and version_id::text = lower($3))
      order by version_number desc limit ${VERSIONS_MAX}`,
  parameters: [Sql.text, Sql.integer, Sql.text],
  row: { version_id: Sql.uuid },
})

type OverwriteRange = {
  orderId: string
  /** The version that the client had. */
  since: string
  /** The number of the version that was written over the others. */
  before: number
}

/**
 * The ids of the versions that came between the one that a client had and the one that it wrote,
 * oldest first (orders.md#overwritten-versions); the newest 200 of them. None when the client's
 * version is not one of the order.
 */
export async function versionsOverwritten(tx: Transaction, { orderId, since, before }: OverwriteRange): Promise<string[]> {
  const rows = await findBetween.on(tx, orderId, before, since)
  return rows.map((row) => row.version_id).reverse()
}
