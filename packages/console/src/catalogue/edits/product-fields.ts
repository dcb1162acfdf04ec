import type { NewProduct, Product } from '@open-oms/client/types'

/** What of a product a person edits here. A text that is not there is an empty one. */
export type ProductFields = {
  name: string
  description: string
  brand: string
  productType: string
  unit: string
  price: number | null
  cost: number | null
  taxRate: number | null
  taxGroupCode: string
}

export function fieldsOfProduct(product: Product): ProductFields {
  return {
    name: product.name ?? '',
    description: product.description ?? '',
    brand: product.brand ?? '',
    productType: product.productType ?? '',
    unit: product.unit ?? '',
    price: product.price,
    cost: product.cost,
    taxRate: product.taxRate,
    taxGroupCode: product.taxGroupCode ?? '',
  }
}

/**
 * The product as an update sends it (products.md#product-update): lists that are absent are kept, but every other field that is absent
 * would become empty, so those that nobody edits here go along as they were seen.
 */
export function replacementOf(seen: Product, changes: Partial<ProductFields>): NewProduct {
  const { productId, mainImageUrl, isPackage, isBundle } = seen
  const fields = { ...fieldsOfProduct(seen), ...changes }
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]))
  return { productId, mainImageUrl, isPackage, isBundle, ...texts }
}
