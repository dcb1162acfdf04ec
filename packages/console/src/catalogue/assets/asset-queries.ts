import { isApiError } from '@open-oms/client/errors'
import type { Asset, Product } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'
import { productsNamed } from '../components/component-queries.ts'
import type { AssetOwner } from './asset-writes.ts'

/**
 * Of a mark on more products than these no versions are compared: they would not fit into a
 * request.
 */
const COMPARED_MAX = 50

/** An asset as it is now, and what else carries it. */
export type AssetState = {
  asset: Asset
  /** How many products, variants or customers carry it. */
  carriers: number
  /**
   * The versions of all products that carry it, as `If-Match` takes them; null when they are not
   * compared.
   */
  versions: string | null
  modifiedBy: string | null
}

/** The asset once for each product or variant that carries it; none when there is no such asset. */
export function carriedAssetsQuery(assetId: string) {
  return queryOptions({
    queryKey: ['catalogue', 'asset', assetId],
    queryFn: ({ signal }) => carriedAssets(assetId, signal),
  })
}

/** The products that some carriers of assets are, or are variants of. */
export function carriersQuery(parentIds: readonly string[]) {
  return queryOptions({
    queryKey: ['catalogue', 'carriers', parentIds],
    queryFn: ({ signal }) => productsNamed(parentIds, signal),
  })
}

/** An asset as a person edits it; null when nothing carries it any more. */
export function assetStateQuery(owner: AssetOwner, assetId: string) {
  return queryOptions({
    queryKey: ['catalogue', 'asset', assetId, owner],
    queryFn: ({ signal }) =>
      owner.kind === 'product' ? ofProducts(owner.productId, assetId, signal) : ofCustomer(owner.id, assetId, signal),
    // What is edited is read when the form opens.
    staleTime: 0,
    gcTime: 0,
  })
}

async function carriedAssets(assetId: string, signal: AbortSignal): Promise<Asset[]> {
  try {
    return await gateway.get('/api/products/Assets/GetAssets', { query: { assetIds: [assetId] }, signal })
  } catch (error) {
    if (isApiError(error, 'NotFound')) return []
    throw error
  }
}

async function ofProducts(productId: string, assetId: string, signal: AbortSignal): Promise<AssetState | null> {
  const assets = await carriedAssets(assetId, signal)
  const [first] = assets
  if (first === undefined) return null
  const parents = [...new Set([productId, ...assets.map(({ parentId }) => parentId ?? '')])]
  const compared = assets.length > COMPARED_MAX ? [productId] : parents
  const products = (await productsNamed(compared, signal)).filter((product) => assetUses(product, assetId).length > 0)
  const own = products.find((product) => product.productId === productId)
  const found = products.reduce((count, product) => count + assetUses(product, assetId).length, 0)
  return {
    asset: (own === undefined ? undefined : assetUses(own, assetId)[0]) ?? first,
    carriers: assets.length,
    // A client may have named another parent than the product that carries it: then not all of them
    // are known.
    versions: found === assets.length ? products.map(({ versionId }) => `"${versionId}"`).join(', ') : null,
    modifiedBy: own?.modifiedBy ?? null,
  }
}

function assetUses({ assets, variants }: Product, assetId: string): Asset[] {
  return [...assets, ...variants.flatMap((variant) => variant.assets)].filter((asset) => asset.assetId === assetId)
}

async function ofCustomer(id: string, assetId: string, signal: AbortSignal): Promise<AssetState | null> {
  const { assets } = await gateway.get('/api/BusinessCustomer/{id}', { params: { id }, signal })
  const asset = assets.find((one) => one.assetId === assetId)
  return asset === undefined ? null : { asset, carriers: 1, versions: null, modifiedBy: null }
}
