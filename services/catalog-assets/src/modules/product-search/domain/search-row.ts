import type { Product } from '@open-oms/contracts/catalog/product'
import { cut, SEARCHED_VALUE_MAX, searchText } from '@open-oms/contracts/text/search-text'
import { placedComponents } from '../../components/domain/component-shape.ts'

/** Longest text that free text looks through, in UTF-16 units. */
const TEXT_LENGTH_MAX = 65_536

/** What searches look at. */
export type SearchRow = {
  /** Whether the product or one of its variants is a package. */
  isPackage: boolean
  isBundle: boolean
  brand: string | null
  productType: string | null
  /**
   * The componentId, productId and skuId of every component, those of variants included, each once.
   */
  componentIds: string[]
  /** What free text finds. */
  searchText: string
}

/**
 * The search row of a product (products.md#product-search). Options are choices and no components,
 * so their codes do not count.
 */
export function toSearchRow(product: Product): SearchRow {
  const ids = placedComponents(product).flatMap(({ component }) => [component.productId, component.skuId, component.componentId])
  return {
    isPackage: product.isPackage || product.variants.some((variant) => variant.isPackage),
    isBundle: product.isBundle,
    brand: shortenedValue(product.brand),
    productType: shortenedValue(product.productType),
    componentIds: [...new Set(ids.flatMap((id) => id || []))],
    searchText: buildSearchText(product),
  }
}

/** The beginning of a text, without half of a pair at the end. */
function shortenedValue(text: string | null): string | null {
  return text === null || text === '' ? null : cut(text, SEARCHED_VALUE_MAX)
}

/** Of products with very many variants the names of the last ones are left out. */
function buildSearchText({ productId, name, brand, productType, gtins, variants }: Product): string {
  const values = [
    ...[productId, name, brand, productType, ...gtins],
    ...variants.map((variant) => variant.skuId),
    ...variants.flatMap((variant) => [variant.name, ...variant.gtins]),
  ]
  return searchText(values, TEXT_LENGTH_MAX)
}
