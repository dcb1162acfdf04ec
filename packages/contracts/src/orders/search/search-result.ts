import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, LongInteger, Model, Nullable, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { FacetGroup } from './facet.ts'

/** The response of every search and list of orders (search.md#search-result). */
export const OrderSearchResult = Model(
  'OrderSearchResult',
  {
    totalHits: described(
      LongInteger,
      'How many orders match on all pages. `totalHitsIsExact` says whether counting ended early.',
    ),
    totalHitsIsExact: Type.Boolean({ description: 'False when more orders match than `totalHits`, at which counting ended.' }),
    result: described(Type.Array(Order), 'The orders of the page, in the order that was asked for.'),
    facets: described(
      Type.Array(FacetGroup),
      'Counts by value over all orders that match. Only searches have them: lists have none, nor searches with `disableFacets`.',
    ),
    facetsTimedOut: Type.Optional(
      Type.Boolean({ description: 'The facets took longer than the tenant allows and are left out.' }),
    ),
    scrollId: described(Nullable(Text), 'Always null: only a scroll has one.'),
    isValid: described(Flag, 'Always true.'),
  },
  'A page of orders. Total, facets and page are of one moment.',
)
export type OrderSearchResult = Static<typeof OrderSearchResult>
