import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Product } from '@oms/contracts/catalog/product'
import type { Asset } from '@oms/contracts/orders/primitive-models'

/** A thing that carries assets of its own: a product, one of its variants, or a business customer. */
export type AssetCarrier = {
  /** Unique over all carriers: `product:<id>`, `variant:<sku>`, `customer:<id>`. */
  owner: string
  /** Its id or SKU. */
  code: string
  assets: readonly Asset[]
}

/** The carriers of a product: itself and its variants. None of no product. */
export function carriersOf(product: Product | null): AssetCarrier[] {
  if (product === null) return []
  const variants = product.variants.map(({ skuId, assets }) => ({ owner: `variant:${skuId}`, code: skuId, assets }))
  return [{ owner: `product:${product.productId}`, code: product.productId, assets: product.assets }, ...variants]
}

export function customerCarrier({ id, assets }: BusinessCustomer): AssetCarrier {
  return { owner: `customer:${id}`, code: id, assets }
}

/**
 * The product with new assets where the map has some. Where a carrier has a main image, its `mainImageUrl` leads there; where the
 * main image is gone, nowhere.
 */
export function withAssets(product: Product, assetsOf: ReadonlyMap<string, readonly Asset[]>): Product {
  const [own, ...ofVariants] = carriersOf(product)
  const renewed = <T extends Pick<Product, 'assets' | 'mainImageUrl'>>(part: T, owner: string | undefined): T => {
    const assets = assetsOf.get(owner ?? '')
    return assets === undefined ? part : { ...part, assets, mainImageUrl: mainImageUrl(part, assets) }
  }
  return {
    ...renewed(product, own?.owner),
    variants: product.variants.map((variant, index) => renewed(variant, ofVariants[index]?.owner)),
  }
}

/** An address that was sent stays until there is a main image. */
function mainImageUrl(before: Pick<Product, 'assets' | 'mainImageUrl'>, after: readonly Asset[]): string | null {
  const main = after.find(({ isMainImage }) => isMainImage)
  if (main !== undefined) return main.url
  const wasDerived = before.assets.some(({ url }) => url === before.mainImageUrl)
  return wasDerived ? null : before.mainImageUrl
}
