import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  Facet,
  FILTER_VALUES_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  SEARCH_TEXT_LENGTH_MAX,
  SEARCH_WINDOW_MAX,
} from '../orders/search/search.ts'
import { Flag, LongInteger, Model, PAGE_NUMBER_MAX, Text, Word } from '../primitives.ts'
import { Product } from './product.ts'

const optional = Type.Optional
const Values = (description: string) => optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description }))
const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description })

/**
 * What products are to be found (products.md#product-search). What is absent, empty or false
 * filters nothing.
 */
export const ProductSearchRequest = Model('ProductSearchRequest', {
  take: optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
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
  isBundle: optional(Flag),
  after: optional(
    described(Text, 'Products whose id is behind this one in the order of the result: reads all of them, however many.'),
  ),
  disableFacets: optional(Flag),
})
export type ProductSearchRequest = Static<typeof ProductSearchRequest>

/** What facets count, in the order of the response. */
export const productFacetTypes = ['Brand', 'ProductType', 'IsPackage', 'IsBundle'] as const
export type ProductFacetType = (typeof productFacetTypes)[number]

export const ProductFacetGroup = Model('ProductFacetGroup', {
  facetType: Word(productFacetTypes),
  facets: Type.Array(Facet),
})
export type ProductFacetGroup = Static<typeof ProductFacetGroup>

export const ProductSearchResult = Model('ProductSearchResult', {
  totalHits: LongInteger,
  /** By product id, compared byte by byte. */
  result: Type.Array(Product),
  facets: Type.Array(ProductFacetGroup),
  /**
   * Present and true when counting the facets took longer than the tenant allows; then there are
   * none.
   */
  facetsTimedOut: optional(Type.Boolean({ description: 'The facets took longer than the tenant allows and are left out.' })),
})
export type ProductSearchResult = Static<typeof ProductSearchResult>
