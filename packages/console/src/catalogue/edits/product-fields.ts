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
  isPackage: boolean
  isBundle: boolean
}

/** The lists of a product, or of one of its variants, that a write replaces. */
export type ReplacedLists = Pick<NewProduct, 'components' | 'assets'>

/** A product of which nothing is known yet. */
export const noFields: ProductFields = {
  name: '',
  description: '',
  brand: '',
  productType: '',
  unit: '',
  price: null,
  cost: null,
  taxRate: null,
  taxGroupCode: '',
  isPackage: false,
  isBundle: false,
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
    isPackage: product.isPackage,
    isBundle: product.isBundle,
  }
}

/** A product as it is created. */
export function newProduct(productId: string, fields: ProductFields): NewProduct {
  return { productId, ...sentFields(fields) }
}

/**
 * The product as an update sends it (products.md#product-update): lists that are absent are kept,
 * but every other field that is absent would become empty, so those that nobody edits here go along
 * as they were seen.
 */
export function buildReplacement(seen: Product, changes: Partial<ProductFields>): NewProduct {
  const { productId, mainImageUrl } = seen
  return { productId, mainImageUrl, ...sentFields({ ...fieldsOfProduct(seen), ...changes }) }
}

/** The product with other lists, of its own or, with a SKU, of that variant. */
export function withLists(seen: Product, variantSku: string | null, lists: ReplacedLists): NewProduct {
  const product = buildReplacement(seen, {})
  if (variantSku === null) return { ...product, ...lists }
  const variants = seen.variants.map(({ skuId, name, price, cost, mainImageUrl, isPackage }) => ({
    ...{ skuId, name, price, cost, mainImageUrl, isPackage },
    ...(skuId === variantSku ? lists : {}),
  }))
  return { ...product, variants }
}

function sentFields(fields: ProductFields) {
  const sent = Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value])
  return Object.fromEntries(sent) as Omit<NewProduct, 'productId'>
}
