import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { searchKey } from '../../../order/rules/search/search-terms.ts'
import type { OrderDocument } from '../../../order/store/order-queries.ts'
import { inForm, orderDocument } from '../../../order/store/stored-document.ts'

export type CustomerOrderKey = {
  orderId: string
  customerId: string
  /** The stores that the caller is limited to; null means all (security.md#store-scope). */
  storeIds: readonly string[] | null
  /** True: without the fields that are empty. */
  omitsEmpty: boolean
}

const findOfCustomer = statement({
  name: 'order-of-customer',
  text: `select o.version_id, o.document from order_search s join "order" o on o.id = s.order_id
      where s.order_id = $1 and s.customer_id = $2 and ($3::text[] is null or s.store_id = any($3))`,
  parameters: [Sql.text, Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { version_id: Sql.uuid, document: orderDocument },
})

/**
 * An order as it is stored, if it is of the customer. Raises `NotFound` when it is not, and for an
 * order of another store.
 */
export async function readCustomerOrder(
  database: Pick<Database, 'query'>,
  { orderId, customerId, storeIds, omitsEmpty }: CustomerOrderKey,
): Promise<OrderDocument> {
  const [row] = await inForm(findOfCustomer, omitsEmpty).on(database, orderId, searchKey(customerId), storeIds)
  if (row === undefined) throw new DomainError('NotFound', `The customer has no order with id "${orderId}".`)
  return { versionId: row.version_id, document: row.document }
}
