import type { OrderSort } from '@oms/contracts/orders/search/search'

const created = 's.created desc, s.order_id'

/**
 * ORDER BY over `s`, a row of order_search. Ties are by ascending id in both directions; missing
 * names are last in both (search.md#sort-orders). Each has an index in this order.
 */
const orders: Record<OrderSort, string> = {
  CreatedAscending: 's.created, s.order_id',
  CreatedDescending: created,
  ModifiedAscending: 's.modified, s.order_id',
  ModifiedDescending: 's.modified desc, s.order_id',
  CustomerNameAscending: 's.customer_name_key nulls last, s.order_id',
  CustomerNameDescending: 's.customer_name_key desc nulls last, s.order_id',
  StatusAscending: 's.status, s.order_id',
  StatusDescending: 's.status desc, s.order_id',
  OrderIdAscending: 's.order_id',
  OrderIdDescending: 's.order_id desc',
  StoreAscending: 's.store_id, s.order_id',
  StoreDescending: 's.store_id desc, s.order_id',
  TotalAscending: 's.total, s.order_id',
  TotalDescending: 's.total desc, s.order_id',
  DocumentID: 's.order_id',
}

/** The columns of `s` in a sort order. */
export const sortColumns = 's.order_id, s.created, s.modified, s.customer_name_key, s.status, s.store_id, s.total'

/** The sort order; newest first by default (search.md#sort-orders). */
export function searchOrder(sort: OrderSort | '' | undefined): string {
  return sort ? orders[sort] : created
}
