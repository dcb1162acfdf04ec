import type { CustomerOrderSearchRequest, OrderSearchRequest } from '@oms/contracts/orders/search/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { JsonText } from '@oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { facetGroups } from './domain/facet-groups.ts'
import type { SearchFilter } from './domain/search-filter.ts'
import { searchPage } from './domain/search-page.ts'
import { findOrders } from './search-query.ts'
import { searchResponse, searchScope } from './search-response.ts'
import { requestedSort } from './search-sorts.ts'

/** A search request, optionally of one customer's orders. */
export type SearchOrders = { request: CustomerOrderSearchRequest; ofCustomer?: string } & ResultForm

/** What is returned of each order: all, all but its empty fields, or what a list shows. */
export type ResultForm = { omitsEmpty?: boolean; asSummaries?: boolean }

type SearchDeps = Pick<OrderDeps, 'config' | 'now' | 'reading'>

/**
 * Searches orders (search.md#search-filters, search.md#search-result). The facets
 * have a time budget, after which the response has `facetsTimedOut`; the total of a free text has a
 * limit, above which `totalHitsIsExact` is false. Raises `WindowExceeded`, and `ValidationFailed`
 * for a free text of too many words.
 */
export async function searchOrders(
  deps: SearchDeps,
  caller: Caller,
  { request, ofCustomer, ...form }: SearchOrders,
): Promise<JsonText> {
  const { take, page, searchQuery, ...search } = request
  const filter = { ...search, searchText: search.searchText || searchQuery, ofCustomer }
  return searchRange(deps, caller, { request: filter, range: searchPage({ take, page }), ...form })
}

/** A search request without its page, and the orders to return of what it finds. */
export type SearchRange = {
  request: SearchFilter & Pick<OrderSearchRequest, 'sortOrder' | 'sortByProperty' | 'disableFacets'>
  range: { take: number; skip: number }
} & ResultForm

/** The same of any range of the found orders. */
export async function searchRange(deps: SearchDeps, caller: Caller, { request, range, ...form }: SearchRange): Promise<JsonText> {
  const { sortOrder, sortByProperty, disableFacets, ...filter } = request
  const config = deps.config()
  const { exactTotalMax, facetBudgetMs } = config.settings.search
  const counting = { exactTotalMax, facetBudgetMs: disableFacets === true ? undefined : facetBudgetMs }
  const scope = searchScope(deps, caller)
  const found = await findOrders(deps.reading, {
    filter,
    scope,
    sort: requestedSort({ sortOrder, sortByProperty }, scope),
    ...form,
    ...counting,
    ...range,
  })
  if (disableFacets === true) return searchResponse(found)
  return searchResponse(found, found.facetCounts === null ? null : facetGroups(found.facetCounts, config))
}
