import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { type OrderView, toOrderSearch } from './order-view.ts'

/** Counts need not be newer than that, also when the list goes on changing. */
const COUNT_MS = 30_000

/** What all lists of saved searches are kept under. */
export const savedSearchesKey = ['savedSearches']

/**
 * The saved searches of the person and the shared ones, with how many orders of a store each finds;
 * null: of all stores.
 */
export function savedSearchesQuery(store: string | null) {
  const query = { counts: true, ...(store === null ? {} : { storeId: store }) }
  return queryOptions({
    queryKey: [...savedSearchesKey, store],
    queryFn: ({ signal }) => gateway.get('/api/SavedSearches', { query, signal }),
    staleTime: COUNT_MS,
  })
}

/** How many orders a view finds; none of them is read but one. */
export function viewCountQuery(view: OrderView) {
  const body = { ...toOrderSearch(view), take: 1, disableFacets: true }
  return queryOptions({
    queryKey: ['orders', 'count', body],
    queryFn: ({ signal }) => gateway.post('/api/Orders/SearchSummaries', { body, signal }),
    select: ({ totalHits, totalHitsIsExact }) => ({ totalHits, totalHitsIsExact }),
    staleTime: COUNT_MS,
  })
}
