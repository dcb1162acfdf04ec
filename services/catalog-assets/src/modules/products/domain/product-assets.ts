import type { Product } from '@open-oms/contracts/catalog/product'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { AssetCarrier } from '../../assets/domain/asset-changes.ts'
import type { WriteContext } from './new-product.ts'

/** The carriers of a product: itself and its variants. */
export function assetCarriers(product: Product): AssetCarrier[] {
  const variants = product.variants.map(({ skuId, assets }) => ({ owner: `variant:${skuId}`, code: skuId, assets }))
  return [{ owner: `product:${product.productId}`, code: product.productId, assets: product.assets }, ...variants]
}

/**
 * The product with the new assets of the carriers in the map. `mainImageUrl` of a carrier is the
 * url of its main image; null when the main image was removed.
 */
export function withAssets(product: Product, assetsOf: ReadonlyMap<string, readonly Asset[]>): Product {
  const [own, ...ofVariants] = assetCarriers(product)
  const renewed = <T extends Pick<Product, 'assets' | 'mainImageUrl'>>(part: T, owner: string | undefined): T => {
    const assets = assetsOf.get(owner ?? '')
    return assets === undefined ? part : { ...part, assets, mainImageUrl: mainImageUrl(part, assets) }
  }
  return {
    ...renewed(product, own?.owner),
    variants: product.variants.map((variant, index) => renewed(variant, ofVariants[index]?.owner)),
  }
}

/**
 * The carrier that a code names in a product (assets.md#asset-addition): the product itself, or
 * with `toVariant` the variant with that SKU; null without one.
 */
export function findCarrier(product: Product, code: string, { toVariant }: { toVariant: boolean }): AssetCarrier | null {
  const carriers = assetCarriers(product)
  return (toVariant ? carriers.find(({ owner }) => owner === `variant:${code}`) : carriers[0]) ?? null
}

/** The next state of a product whose assets were changed. */
export function withChangedAssets(
  stored: Product,
  assetsOf: ReadonlyMap<string, readonly Asset[]>,
  { now, versionId, actor }: WriteContext,
): Product {
  return { ...withAssets(stored, assetsOf), modified: now, modifiedBy: actor, revision: stored.revision + 1, versionId }
}

/** Whether any list of assets differs. */
export function changesAssets(product: Product, assetsOf: ReadonlyMap<string, readonly Asset[]>): boolean {
  return assetCarriers(product).some(({ owner, assets }) => {
    const after = assetsOf.get(owner)
    return after !== undefined && JSON.stringify(after) !== JSON.stringify(assets)
  })
}

/** An address that was sent stays until there is a main image. */
function mainImageUrl(before: Pick<Product, 'assets' | 'mainImageUrl'>, after: readonly Asset[]): string | null {
  const main = after.find(({ isMainImage }) => isMainImage)
  if (main !== undefined) return main.url
  const wasDerived = before.assets.some(({ url }) => url === before.mainImageUrl)
  return wasDerived ? null : before.mainImageUrl
}
