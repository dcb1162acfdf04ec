import type { AssetUpdate, Product } from '@open-oms/client/types'
import { gateway } from '../../session/gateway.ts'
import type { AssetOwner } from '../assets/asset-writes.ts'
import { withLists } from '../edits/product-fields.ts'

/** A product, or one of its variants. */
export type ProductOwner = Extract<AssetOwner, { kind: 'product' }>

/** Adds a mark to a product, to one of its variants, or to a customer. */
export async function addMark(owner: AssetOwner, mark: AssetUpdate, idempotencyKey: string): Promise<void> {
  const body = [mark]
  if (owner.kind === 'customer') {
    await gateway.post('/api/BusinessCustomer/{id}/Assets/AddAssets', { params: { id: owner.id }, body, idempotencyKey })
    return
  }
  const { productId, variantSku } = owner
  await gateway.post('/api/products/Assets/AddAssets/{skuId}', {
    params: { skuId: variantSku ?? productId },
    query: { isAddedToVariant: variantSku !== null },
    body,
    idempotencyKey,
  })
}

type Removal = { product: Product; variantSku: string | null; assetId: string; idempotencyKey: string }

/**
 * Takes a mark off one product or variant. The API deletes an asset from everything that carries
 * it, so the list of the product is replaced by one without it; files that are sent back as they
 * were read stay as they are (assets.md#inline-assets).
 */
export async function removeMark({ product, variantSku, assetId, idempotencyKey }: Removal): Promise<void> {
  const carrier = product.variants.find(({ skuId }) => skuId === variantSku) ?? product
  const assets = carrier.assets.filter((asset) => asset.assetId !== assetId)
  const body = withLists(product, variantSku, { assets })
  await gateway.put('/api/products', { body, ifMatch: product.versionId, idempotencyKey })
}
