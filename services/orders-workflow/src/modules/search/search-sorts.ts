import type { OrderSearchRequest, OrderSort } from '@open-oms/contracts/orders/search/search'
import { type SearchScope, searchableField } from './domain/search-filter.ts'

/** A sort order by a declared field (search.md#searchable-fields). */
export type FieldSort = { key: string; column: 'number' | 'value'; isDescending: boolean }

/** How found orders are sorted; newest first by default. */
export type SearchSort = OrderSort | '' | FieldSort | undefined

type SortRequest = { [K in 'sortOrder' | 'sortByProperty']?: OrderSearchRequest[K] | undefined }

/** The sort order of a request. Raises `ValidationFailed` for a field that is not searchable. */
export function requestedSort({ sortOrder, sortByProperty }: SortRequest, scope: Pick<SearchScope, 'customFields'>): SearchSort {
  if (sortByProperty === undefined) return sortOrder
  const { key, type } = searchableField(scope, sortByProperty.key, 'sortByProperty.key')
  return { key, column: type === 'number' ? 'number' : 'value', isDescending: sortByProperty.descending === true }
}

/** Whether the sort order is that of a declared field. */
export function isFieldSort(sort: SearchSort): sort is FieldSort {
  return typeof sort === 'object'
}

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
export function searchOrder(sort: SearchSort): string {
  if (isFieldSort(sort)) return `(${fieldOf(sort, 's')})${direction(sort)} nulls last, s.order_id`
  return sort ? orders[sort] : created
}

function direction({ isDescending }: FieldSort): string {
  return isDescending ? ' desc' : ''
}

/** A key of the configuration has no character that a text of SQL would have to quote. */
function fieldOf({ key, column }: FieldSort, alias: string): string {
  return `select f.${column} from order_field f where f.order_id = ${alias}.order_id and f.key = '${key}'`
}

/**
 * The ids of found orders in the order of the index of a declared field, those without a value
 * behind them, at most as many of either as the parameter `most` says. Only so many of the second
 * are looked for as the first leave room for.
 */
export function walkByField({ tables, where }: { tables: string; where: string }, sort: FieldSort, most: string): string {
  const { key, column } = sort
  const joined = tables.replace(/^order_search s/, 'order_field f join order_search s on s.order_id = f.order_id')
  const having = `select f.order_id from ${joined} where f.key = '${key}' and f.${column} is not null and ${where}
    order by f.${column}${direction(sort)}, f.order_id limit ${most}`
  const lacking = `select s.order_id from ${tables} where ${where} and not exists (${fieldOf(sort, 's')} and f.${column} is not null)
    order by s.order_id limit ${most}`
  return `select order_id from ((${having}) union all (${lacking})) as found`
}
