import { uploadFile } from '@open-oms/client/files'
import type { Asset, AssetUpdate } from '@open-oms/client/types'
import { gateway } from '../../session/gateway.ts'

/** What carries assets: a product, one of its variants, or a business customer. */
export type AssetOwner = { kind: 'product'; productId: string; variantSku: string | null } | { kind: 'customer'; id: string }

/** The largest file that the API takes. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024
/** A large file takes its time on a slow line. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000

export type FileUpload = {
  file: File
  /**
   * The same for the same file: who sends it again after a lost connection does not add it twice.
   */
  idempotencyKey: string
  signal?: AbortSignal
  onProgress?: (progress: { bytes: number; bytesTotal: number | null }) => void
}

/** Adds a file, and returns the asset that it became. */
export async function uploadAsset(owner: AssetOwner, { file, ...options }: FileUpload): Promise<Asset | null> {
  const query = { fileName: file.name }
  const upload = { file, timeoutMs: UPLOAD_TIMEOUT_MS, ...options }
  if (owner.kind === 'product') {
    const { productId, variantSku } = owner
    return await uploadFile(gateway, '/api/products/Assets/AddAsset/{skuId}', {
      params: { skuId: variantSku ?? productId },
      query: { ...query, isAddedToVariant: variantSku !== null },
      ...upload,
    })
  }
  const path = '/api/BusinessCustomer/{id}/Assets/AddAsset'
  const { assets } = await uploadFile(gateway, path, { params: { id: owner.id }, query, ...upload })
  // The response is the customer: the asset that was added last is the one of this call.
  return assets.toSorted((one, other) => one.created.localeCompare(other.created)).at(-1) ?? null
}

/**
 * Changes the texts and the place of an asset, on everything that carries it. `ifMatch`: the
 * versions of products that are meant.
 */
export async function updateAsset(owner: AssetOwner, update: AssetUpdate, ifMatch: string | null): Promise<void> {
  const condition = ifMatch === null ? {} : { ifMatch }
  if (owner.kind === 'product') await gateway.post('/api/products/Assets/UpdateAssets', { body: [update], ...condition })
  else await gateway.post('/api/BusinessCustomer/{id}/Assets/UpdateAssets', { params: { id: owner.id }, body: [update] })
}

/** Deletes an asset from everything that carries it, with its file. */
export async function deleteAsset(owner: AssetOwner, assetId: string, ifMatch: string | null): Promise<void> {
  const condition = ifMatch === null ? {} : { ifMatch }
  const query = { assetIds: [assetId] }
  if (owner.kind === 'product') await gateway.delete('/api/products/Assets/DeleteAssets', { query, ...condition })
  else await gateway.delete('/api/BusinessCustomer/{id}/Assets/DeleteAssets', { params: { id: owner.id }, query })
}
