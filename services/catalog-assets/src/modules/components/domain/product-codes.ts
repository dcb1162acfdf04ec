import type { Product } from '@open-oms/contracts/catalog/product'
import { assertNoErrors, type ErrorTexts } from '@open-oms/contracts/errors'

/**
 * First path segments of `/api/products/…` that are no product ids: such a product could not be
 * read.
 */
const reserved = new Set(['assets', 'searchproducts', 'addproductimage', '.', '..'])

/**
 * What can be ordered of a product: its variants, or the product itself when it has none
 * (ids.md#product-codes).
 */
export function orderableSkus(product: Pick<Product, 'productId' | 'variants'>): string[] {
  return product.variants.length === 0 ? [product.productId] : product.variants.map((variant) => variant.skuId)
}

/** The SKUs that a product had and no longer has. */
export function removedSkus(
  before: Pick<Product, 'productId' | 'variants'>,
  after: Pick<Product, 'productId' | 'variants'>,
): string[] {
  const kept = new Set(orderableSkus(after))
  return orderableSkus(before).filter((sku) => !kept.has(sku))
}

/** Every code that the product takes in the namespace of product ids and SKUs. */
export function productCodes(product: Pick<Product, 'productId' | 'variants'>): string[] {
  return [product.productId, ...product.variants.map((variant) => variant.skuId)]
}

/**
 * Refuses ids that no path can name, and codes that the product would take twice: one error that
 * names every path (http.md#errors).
 */
export function assertCodes(product: Pick<Product, 'productId' | 'variants'>): void {
  const errors: ErrorTexts = {}
  if (reserved.has(product.productId.toLowerCase())) errors.productId = ['must not be a part of the interface itself']
  const taken = new Map([[product.productId, 'the product']])
  for (const [index, { skuId }] of product.variants.entries()) {
    const owner = taken.get(skuId)
    if (owner === undefined) taken.set(skuId, `variants[${index}]`)
    else errors[`variants[${index}].skuId`] = [`is already the code of ${owner}`]
  }
  assertNoErrors(errors)
}
