import { type ProductFacetGroup, type ProductSearchRequest, productFacetTypes } from '@open-oms/contracts/catalog/product-search'
import { DomainError } from '@open-oms/contracts/errors'
import { PAGE_SIZE_DEFAULT, SEARCH_WINDOW_MAX } from '@open-oms/contracts/orders/search/search'
import { JsonText } from '@open-oms/service-kit/http/route-response'
import type { Deps } from '../../deps.ts'
import { findProducts, type ProductFacetCount } from './product-search-store.ts'

/**
 * Searches products (products.md#product-search). `totalHits` is exact however many they are; only
 * the facets have a budget, past which the response says `facetsTimedOut`. Raises `WindowExceeded`,
 * and `ValidationFailed` for a free text of too many words.
 */
export async function searchProducts(deps: Pick<Deps, 'config' | 'reading'>, request: ProductSearchRequest): Promise<JsonText> {
  const { take, page, disableFacets, ...filter } = request
  const facetBudgetMs = disableFacets === true ? undefined : deps.config().settings.search.facetBudgetMs
  const { totalHits, documents, facetCounts } = await findProducts(deps.reading, {
    filter,
    facetBudgetMs,
    ...searchPage({ take, page }),
  })
  const timedOut = disableFacets !== true && facetCounts === null ? ',"facetsTimedOut":true' : ''
  const facets = JSON.stringify(facetCounts === null ? [] : productFacets(facetCounts))
  return new JsonText(`{"totalHits":${totalHits},"result":[${documents}],"facets":${facets}${timedOut}}`)
}

/**
 * Which products are on a page. Pages count from 1, and 0 is the first one too (http.md#paging).
 * Raises `WindowExceeded` when `take` × `page` is above 10,000.
 */
function searchPage({ take = PAGE_SIZE_DEFAULT, page = 1 }: { take?: number | undefined; page?: number | undefined }): {
  take: number
  skip: number
} {
  const number = Math.max(page, 1)
  if (take * number > SEARCH_WINDOW_MAX) {
    const limit = `a page ends at most ${SEARCH_WINDOW_MAX.toLocaleString('en')} products after the first`
    throw new DomainError('WindowExceeded', `Search has a window: ${limit}. Narrow the search.`, { errors: { page: [limit] } })
  }
  return { take, skip: take * (number - 1) }
}

/**
 * The facets of the response: one group for each type, also when no product has a value, the most
 * frequent value first (search.md#search-result).
 */
function productFacets(counts: readonly ProductFacetCount[]): ProductFacetGroup[] {
  return productFacetTypes.map((facetType) => ({
    facetType,
    facets: counts
      .filter((count) => count.facetType === facetType)
      .map(({ value, count }) => ({ name: value, value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  }))
}
