import { type Static, Type } from '@sinclair/typebox'
import { Facet } from '../orders/search/facet.ts'
import {
  FILTER_VALUES_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  SEARCH_TEXT_LENGTH_MAX,
  SEARCH_WINDOW_MAX,
} from '../orders/search/search.ts'
import { described, Flag, LongInteger, Model, PAGE_NUMBER_MAX, Text, Word } from '../primitives.ts'
import { Product } from './product.ts'

const optional = Type.Optional
const Values = (description: string) => optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description }))

export const ProductSearchRequest = Model(
  'ProductSearchRequest',
  {
    take: described(
      optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many products a page has at most.',
    ),
    page: optional(
      Type.Integer({
        minimum: 0,
        maximum: PAGE_NUMBER_MAX,
        default: 1,
        description: `From 1; 0 is the first page too. \`take\` × \`page\` is at most ${SEARCH_WINDOW_MAX.toLocaleString('en')}.`,
      }),
    ),
    searchText: optional(
      Type.String({
        maxLength: SEARCH_TEXT_LENGTH_MAX,
        description:
          'Every word of it, in any letter case, is a part of the id, the name, the brand, the product type or a GTIN, or of a variant’s SKU, ' +
          'name or GTIN.',
      }),
    ),
    componentIds: Values(
      'The componentId, productId or skuId of a component, of a variant’s component too; options are not components.',
    ),
    productIds: Values('Ids of products.'),
    skuIds: Values('SKUs: those of variants, and the ids of products without variants.'),
    isPackage: optional(described(Flag, 'The product or one of its variants is a package.')),
    isBundle: described(optional(Flag), 'True: only bundles. False filters nothing.'),
    after: optional(
      described(Text, 'Products whose id is behind this one in the order of the result: reads all of them, however many.'),
    ),
    disableFacets: described(optional(Flag), 'True: the response has no facets. False by default.'),
  },
  'Which products to find. All filters must hold; what is absent, empty or false filters nothing.',
)
export type ProductSearchRequest = Static<typeof ProductSearchRequest>

/** What facets count, in the order of the response. */
export const productFacetTypes = ['Brand', 'ProductType', 'IsPackage', 'IsBundle'] as const
export type ProductFacetType = (typeof productFacetTypes)[number]

export const ProductFacetGroup = Model(
  'ProductFacetGroup',
  {
    facetType: described(Word(productFacetTypes), 'What the values of the group are of.'),
    facets: described(Type.Array(Facet), 'The values, the most frequent one first.'),
  },
  'The values of one field, counted over all products that were found.',
)
export type ProductFacetGroup = Static<typeof ProductFacetGroup>

export const ProductSearchResult = Model(
  'ProductSearchResult',
  {
    totalHits: described(LongInteger, 'How many products match, on all pages.'),
    result: described(Type.Array(Product), 'The products of the page, by product id, compared byte by byte.'),
    facets: described(Type.Array(ProductFacetGroup), 'Counts by value over all products that match. Empty with `disableFacets`.'),
    facetsTimedOut: optional(Type.Boolean({ description: 'The facets took longer than the tenant allows and are left out.' })),
  },
  'A page of products.',
)
export type ProductSearchResult = Static<typeof ProductSearchResult>
