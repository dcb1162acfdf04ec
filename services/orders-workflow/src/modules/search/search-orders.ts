import type { FacetGroup } from '@open-oms/contracts/orders/search/facet'
import type { CustomerOrderSearchRequest, OrderSearchRequest } from '@open-oms/contracts/orders/search/search'
import { PAGE_SIZE_MAX } from '@open-oms/contracts/orders/search/search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { JsonText } from '@open-oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { facetGroups } from './domain/facet-groups.ts'
import type { SearchFilter, SearchScope } from './domain/search-filter.ts'
import { searchPage } from './domain/search-page.ts'
import { findOrders, type SearchPage } from './search-query.ts'
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

type WantedProperty = { key: string; value: string; take?: number; page?: number; omitsEmpty?: boolean }

/**
 * Finds the orders that have a property with a value, in any group, newest first and without facets
 * (search.md#search-endpoints). Raises `WindowExceeded`.
 */
export async function searchByCustomProperties(
  deps: SearchDeps,
  caller: Caller,
  { key, value, take = PAGE_SIZE_MAX, page, omitsEmpty = false }: WantedProperty,
): Promise<JsonText> {
  const filter = { property: { key, value } }
  const range = searchPage({ take, page })
  return searchResponse(await findOrders(deps.reading, { filter, scope: searchScope(deps, caller), omitsEmpty, ...range }))
}

/** The caller's stores, what names and phone numbers mean, and the time of a search. */
export function searchScope({ config, now }: Pick<OrderDeps, 'config' | 'now'>, { storeIds }: Caller): SearchScope {
  const { orderTypes, markets, stores, customFields } = config()
  return { storeIds, orderTypes, markets, stores, customFields, now: now() }
}

/**
 * The response of searches and lists (search.md#search-result), with the stored documents as they
 * are. `facets` is null when they timed out, and absent where there are none.
 */
export function searchResponse(
  { totalHits, isTotalExact, documents }: Pick<SearchPage, 'totalHits' | 'isTotalExact' | 'documents'>,
  facets: readonly FacetGroup[] | null = [],
): JsonText {
  const timedOut = facets === null ? ',"facetsTimedOut":true' : ''
  return new JsonText(
    `{"totalHits":${totalHits},"totalHitsIsExact":${isTotalExact},"result":[${documents}],"facets":${JSON.stringify(facets ?? [])}${timedOut},"scrollId":null,"isValid":true}`,
  )
}
