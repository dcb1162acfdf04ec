import { type Static, Type } from '@sinclair/typebox'
import { described, LongInteger, Model, Nullable, Text, Word } from '../../primitives.ts'

/**
 * The filters of the request that facets narrow, in the order of the response
 * (search.md#search-result).
 */
export const facetTypes = [
  'SelectedStatuses',
  'SelectedStores',
  'SelectedMarkets',
  'OrderType',
  'SalesChannels',
  'Tags',
  'ShippingMethodNames',
  'PaymentStatuses',
  'FulfilmentStatuses',
] as const
export type FacetType = (typeof facetTypes)[number]

export const Facet = Model(
  'Facet',
  {
    name: described(Nullable(Text), 'What people call the value; the value itself where there is no such name.'),
    value: described(Nullable(Text), 'What the filter takes.'),
    count: described(LongInteger, 'How many of all that were found, on all pages, have the value.'),
  },
  'A value that the orders found have, and how many have it.',
)
export type Facet = Static<typeof Facet>

export const FacetGroup = Model(
  'FacetGroup',
  {
    facetType: described(Word(facetTypes), 'The filter that a value of this group narrows.'),
    facets: described(Type.Array(Facet), 'The values, the most frequent one first.'),
  },
  'The values of one filter, counted over everything that was found.',
)
export type FacetGroup = Static<typeof FacetGroup>
