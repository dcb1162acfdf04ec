import type { FacetGroup } from '@oms/contracts/orders/search/facet'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { JsonText } from '@oms/service-kit/http/route-response'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { SearchScope } from './domain/search-filter.ts'
import type { SearchPage } from './search-query.ts'

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
