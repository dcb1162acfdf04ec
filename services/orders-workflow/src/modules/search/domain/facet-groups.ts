import type { OrderType } from '@open-oms/contracts/config/order-types'
import { type FacetGroup, type FacetType, facetTypes } from '@open-oms/contracts/orders/search/facet'

/** How many of the found orders have a value. */
export type FacetCount = { facetType: FacetType; value: string; count: number }

/** The configuration of display names of values. */
export type FacetNames = {
  stores: readonly { id: string; name: string }[]
  markets: readonly { id: string; name: string }[]
  orderTypes: readonly OrderType[]
}

/**
 * The facets of a response: one group for each facet filter, also without values; values by count,
 * the most frequent first (search.md#facets).
 */
export function facetGroups(counts: readonly FacetCount[], names: FacetNames): FacetGroup[] {
  const nameOf = displayNames(names)
  return facetTypes.map((facetType) => ({
    facetType,
    facets: counts
      .filter((count) => count.facetType === facetType)
      .map(({ value, count }) => ({ name: nameOf(facetType, value), value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  }))
}

function displayNames({ stores, markets, orderTypes }: FacetNames): (facetType: FacetType, value: string) => string {
  const statuses = orderTypes.flatMap((type) => type.orderStatuses)
  const byType = new Map<FacetType, Map<string, string>>([
    ['SelectedStores', new Map(stores.map(({ id, name }) => [id, name]))],
    ['SelectedMarkets', new Map(markets.map(({ id, name }) => [id, name]))],
    // Of types that name the same status differently, the first one counts.
    ['SelectedStatuses', new Map(statuses.toReversed().map(({ name, displayName }) => [name, displayName ?? name]))],
  ])
  return (facetType, value) => byType.get(facetType)?.get(value) ?? value
}
