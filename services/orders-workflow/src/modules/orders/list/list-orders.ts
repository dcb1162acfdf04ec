import { invalid } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { JsonText } from '@open-oms/service-kit/http/route-response'
import { nonEmpty, type SearchFilter } from '../../search/domain/search-filter.ts'
import { searchPage } from '../../search/domain/search-page.ts'
import { searchResponse, searchScope } from '../../search/search-orders.ts'
import { countOrders, findOrders } from '../../search/search-query.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

type ListDeps = Pick<RunnerDeps, 'config' | 'now' | 'reading'>

/** A page of a list; `omitsEmpty`: its orders without the fields that are empty. */
export type ListOrders = ListFilter & { page?: number; pageSize?: number; omitsEmpty: boolean }

/**
 * Lists orders, those first whose last change is oldest, so that a reader who comes back with
 * `changedSince` misses none (orders.md#order-lists). Raises `WindowExceeded`.
 */
export async function listOrders(
  deps: ListDeps,
  caller: Caller,
  { page, pageSize, omitsEmpty, ...query }: ListOrders,
): Promise<JsonText> {
  const range = searchPage({ take: pageSize, page })
  const searched = { filter: listFilter(query), scope: searchScope(deps, caller) }
  return searchResponse(await findOrders(deps.reading, { ...searched, sort: 'ModifiedAscending', omitsEmpty, ...range }))
}

/**
 * The same of stores that must be named (orders.md#order-lists). Raises `ValidationFailed` when
 * none is, and `WindowExceeded`.
 */
export async function listOrdersOfStores(deps: ListDeps, caller: Caller, query: ListOrders): Promise<JsonText> {
  requireStore(query)
  return listOrders(deps, caller, query)
}

/** How many orders there are (orders.md#order-lists). */
export function countListedOrders(deps: ListDeps, caller: Caller, query: ListFilter): Promise<number> {
  return countOrders(deps.reading, { filter: listFilter(query), scope: searchScope(deps, caller) })
}

/** What the query of a list of orders filters by (orders.md#order-lists). */
type ListFilter = {
  storeId?: string[]
  status?: string[]
  changedSince?: string
  orderTypes?: readonly string[]
  filterOnWarehouse?: boolean
  isPickable?: boolean
}

/**
 * The same as a filter of orders; with `filterOnWarehouse` the stores are those that shipments
 * leave from (orders.md#order-lists).
 */
function listFilter({ storeId, status, changedSince, orderTypes, filterOnWarehouse, isPickable }: ListFilter): SearchFilter {
  const stores = filterOnWarehouse === true ? { warehouses: storeId } : { selectedStores: storeId }
  return { ...stores, selectedStatuses: status, modifiedAfter: changedSince, orderTypes, isPickable }
}

/** Refuses a list that names no store: `ValidationFailed` (orders.md#order-lists). */
function requireStore({ storeId }: Pick<ListFilter, 'storeId'>): void {
  if (nonEmpty(storeId) === null) throw invalid('storeId', 'is required')
}
