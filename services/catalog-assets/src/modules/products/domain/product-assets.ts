import type { Product } from '@oms/contracts/catalog/product'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import { type AssetCarrier, carriersOf, withAssets } from '../../assets/domain/asset-carriers.ts'
import type { WriteContext } from './new-product.ts'

/** The carrier that a code names in a product (document 1): the product itself, or with `toVariant` the variant with that SKU; null without one. */
export function carrierOf(product: Product, code: string, { toVariant }: { toVariant: boolean }): AssetCarrier | null {
  const carriers = carriersOf(product)
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

/** Whether any list is another one. */
export function changesAssets(product: Product, assetsOf: ReadonlyMap<string, readonly Asset[]>): boolean {
  return carriersOf(product).some(({ owner, assets }) => {
    const after = assetsOf.get(owner)
    return after !== undefined && JSON.stringify(after) !== JSON.stringify(assets)
  })
}
