import type { Product } from '@open-oms/contracts/catalog/product'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { readFilesOfAssets } from '../assets/asset-store.ts'
import type { PendingFile } from '../assets/domain/asset-file.ts'
import type { RequestFiles } from '../assets/request-files.ts'
import { idsWithoutAddress, withInlineAssets } from './domain/inline-assets.ts'
import type { ReadProduct } from './domain/new-product.ts'

export type InlineAssets = { product: Product; request: ReadProduct; files: RequestFiles; now: string }

/**
 * The product with the assets of its request; incomplete while files are pending. Raises
 * `ValidationFailed` with the path in the request.
 */
export async function addInlineAssets(
  deps: Pick<Deps, 'newId'>,
  tx: Transaction,
  { product, request, files, now }: InlineAssets,
): Promise<{ product: Product; pending: PendingFile[] }> {
  const shared = await readFilesOfAssets(tx, idsWithoutAddress(request))
  return withInlineAssets(product, request, {
    now,
    newId: deps.newId,
    fileFor: files.fileFor,
    fileElsewhere: (assetId) => shared.get(assetId) ?? null,
  })
}
