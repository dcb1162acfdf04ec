import type { PackageComponent } from '@open-oms/contracts/catalog/product'

/** What the breakdown of packages needs to know of a SKU. */
export type PackageProduct = {
  skuId: string
  productId: string
  name: string | null
  brand: string | null
  productType: string | null
  unit: string | null
  imageUrl: string | null
  taxRate: number | null
  /** Per unit and with tax. */
  price: number | null
  cost: number | null
  isPackage: boolean
  isBundle: boolean
  components: readonly PackageComponent[]
}

/** SKUs by their id and by their product. */
export type PackageCatalogue = {
  sku(skuId: string | null): PackageProduct | undefined
  /** The SKUs of a product; none when the product is unknown. */
  productSkus(productId: string): readonly PackageProduct[]
}

export function packageCatalogue(products: Iterable<PackageProduct>): PackageCatalogue {
  const bySku = new Map<string | null, PackageProduct>()
  for (const product of products) if (!bySku.has(product.skuId)) bySku.set(product.skuId, product)
  const byProduct = Map.groupBy(bySku.values(), ({ productId }) => productId)
  return { sku: (skuId) => bySku.get(skuId), productSkus: (productId) => byProduct.get(productId) ?? [] }
}

/**
 * Whether a product has components to break down into: a package or a bundle
 * (products.md#product-fields).
 */
export function isDivisible(product: PackageProduct | undefined): product is PackageProduct {
  return product !== undefined && (product.isPackage || product.isBundle) && product.components.length > 0
}
