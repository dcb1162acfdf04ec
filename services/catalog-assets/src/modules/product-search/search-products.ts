import type { ProductSearchRequest } from '@oms/contracts/catalog/product-search'
import { JsonText } from '@oms/service-kit/server/answer'
import type { Deps } from '../../deps/deps.ts'
import { productFacets } from './domain/product-facets.ts'
import { searchPage } from './domain/search-page.ts'
import { findProducts } from './product-search-store.ts'

/**
 * Searches products (4-decisions N.3, N.8). `totalHits` is exact however many they are; only the facets have a budget, past which the
 * answer says `facetsTimedOut`. Raises `WindowExceeded`, and `ValidationFailed` for a free text of too many words.
 */
export async function searchProducts(
  deps: Pick<Deps, 'config' | 'inTransaction'>,
  request: ProductSearchRequest,
): Promise<JsonText> {
  const { take, page, disableFacets, ...filter } = request
  const facetBudgetMs = disableFacets === true ? undefined : deps.config().settings.search.facetBudgetMs
  const { totalHits, documents, facetCounts } = await findProducts(deps, { filter, facetBudgetMs, ...searchPage({ take, page }) })
  const timedOut = disableFacets !== true && facetCounts === null ? ',"facetsTimedOut":true' : ''
  const facets = JSON.stringify(facetCounts === null ? [] : productFacets(facetCounts))
  return new JsonText(`{"totalHits":${totalHits},"result":[${documents}],"facets":${facets}${timedOut}}`)
}
