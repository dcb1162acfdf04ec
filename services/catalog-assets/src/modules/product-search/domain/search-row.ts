import type { Product } from '@oms/contracts/catalog/product'
import { placedComponents } from '../../components/domain/component-shape.ts'
import { folded } from './search-words.ts'

/** Longest part of one value, and longest text, that free text looks through, in UTF-16 units. */
const VALUE_LENGTH_MAX = 500
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
  /** What free text finds, folded, a line for each value. */
  searchText: string
}

/**
 * The search row of a product (products.md#product-search). Options are choices and no components,
 * so their codes do not count.
 */
export function searchRowOf(product: Product): SearchRow {
  const ids = placedComponents(product).flatMap(({ component }) => [component.productId, component.skuId, component.componentId])
  return {
    isPackage: product.isPackage || product.variants.some((variant) => variant.isPackage),
    isBundle: product.isBundle,
    brand: shortenedValue(product.brand),
    productType: shortenedValue(product.productType),
    componentIds: [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[],
    searchText: searchTextOf(product),
  }
}

/** The beginning of a text, without half of a pair at the end. */
function shortenedValue(text: string | null): string | null {
  return text === null || text === '' ? null : text.slice(0, VALUE_LENGTH_MAX).toWellFormed()
}

/** Of products with very many variants the names of the last ones are left out. */
function searchTextOf({ productId, name, brand, productType, gtins, variants }: Product): string {
  const texts = [
    ...[productId, name, brand, productType, ...gtins],
    ...variants.map((variant) => variant.skuId),
    ...variants.flatMap((variant) => [variant.name, ...variant.gtins]),
  ]
  const values = new Set<string>()
  let length = 0
  for (const text of texts) {
    const value = folded(shortenedValue(text) ?? '')
    if (value === '' || values.has(value) || length + value.length > TEXT_LENGTH_MAX) continue
    values.add(value)
    length += value.length + 1
  }
  return [...values].join('\n')
}
