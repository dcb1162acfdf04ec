import type { OrderSearchResult } from '@open-oms/client/types'
import type { OrderView } from './order-view.ts'

export type Facets = OrderSearchResult['facets']
export type ViewChange = (changes: { [Name in keyof OrderView]?: OrderView[Name] | undefined }) => void
/** What filters show and change. */
export type FiltersProps = { view: OrderView; facets: Facets; onChange: ViewChange }

/** The values of a filter that orders have, with their counts. */
export function facetValues(facets: Facets, type: Facets[number]['facetType']): Facets[number]['facets'] {
  return facets.find(({ facetType }) => facetType === type)?.facets ?? []
}
