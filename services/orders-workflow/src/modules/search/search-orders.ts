import type { CustomerOrderSearchRequest } from '@oms/contracts/orders/search/search'
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
 * Searches orders (search.md#search-filters, search.md#search-result). The facets
 * have a time budget, after which the response has `facetsTimedOut`; the total of a free text has a
 * limit, above which `totalHitsIsExact` is false. Raises `WindowExceeded`, and `ValidationFailed`
 * for a free text of too many words.
 */
export async function searchOrders(
  deps: Pick<OrderDeps, 'config' | 'now' | 'reading'>,
  caller: Caller,
  { request, ofCustomer }: SearchOrders,
): Promise<JsonText> {
  const { take, page, sortOrder: sort, disableFacets, searchQuery, ...filters } = request
  const config = deps.config()
  const filter = { ...filters, searchText: filters.searchText || searchQuery, ofCustomer }
  const { exactTotalMax, facetBudgetMs } = config.settings.search
  const counting = { exactTotalMax, facetBudgetMs: disableFacets === true ? undefined : facetBudgetMs }
  const search = { filter, scope: searchScope(deps, caller), sort, ...counting, ...searchPage({ take, page }) }
  const found = await findOrders(deps.reading, search)
  if (disableFacets === true) return searchResponse(found)
  return searchResponse(found, found.facetCounts === null ? null : facetGroups(found.facetCounts, config))
}
