import { type ProductFacetGroup, type ProductFacetType, productFacetTypes } from '@oms/contracts/catalog/product-search'

/** How many of the products found have a value. */
export type ProductFacetCount = { facetType: ProductFacetType; value: string; count: number }

/** The facets as they are answered: one group for each type, also when no product has a value, the most frequent value first (4-decisions I.1). */
export function productFacets(counts: readonly ProductFacetCount[]): ProductFacetGroup[] {
  return productFacetTypes.map((facetType) => ({
    facetType,
    facets: counts
      .filter((count) => count.facetType === facetType)
      .map(({ value, count }) => ({ name: value, value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  }))
}
