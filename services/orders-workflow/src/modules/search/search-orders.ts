import type { CustomerOrderSearchRequest } from '@oms/contracts/orders/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { JsonText } from '@oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/order-deps.ts'
import { facetGroups } from './domain/facet-groups.ts'
import { searchPage } from './domain/search-page.ts'
import { findOrders } from './search-query.ts'
import { searchResponse, searchScope } from './search-response.ts'

/** A search request, optionally of one customer's orders. */
export type SearchOrders = { request: CustomerOrderSearchRequest; ofCustomer?: string }

/**
 * Searches orders (search.md#search-filters, search.md#search-result). `totalHits` is always exact;
 * only the facets have a time budget, after which the response has `facetsTimedOut`. Raises
 * `WindowExceeded`, and `ValidationFailed` for a free text of too many words.
 */
export async function searchOrders(
  deps: Pick<OrderDeps, 'config' | 'now' | 'inTransaction'>,
  caller: Caller,
  { request, ofCustomer }: SearchOrders,
): Promise<JsonText> {
  const { take, page, sortOrder: sort, disableFacets, searchQuery, ...filters } = request
  const config = deps.config()
  const filter = { ...filters, searchText: filters.searchText || searchQuery, ofCustomer }
  const facetBudgetMs = disableFacets === true ? undefined : config.settings.search.facetBudgetMs
  const search = { filter, scope: searchScope(deps, caller), sort, facetBudgetMs, ...searchPage({ take, page }) }
  const found = await findOrders(deps, search)
  if (disableFacets === true) return searchResponse(found)
  return searchResponse(found, found.facetCounts === null ? null : facetGroups(found.facetCounts, config))
}
