import type { Product } from '@oms/contracts/catalog/product'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { readFilesOfAssets } from '../assets/asset-store.ts'
import { type RequestFiles, requireFiles } from '../assets/request-files.ts'
import { idsWithoutAddress, withInlineAssets } from './domain/inline-assets.ts'
import type { ReadProduct } from './domain/new-product.ts'

export type InlineAssets = { product: Product; request: ReadProduct; files: RequestFiles; now: string }

/**
 * The product with the assets of its request. Throws `FilesMissing` while files are to be downloaded, before anything is written. Raises
 * `ValidationFailed` with the place in the request.
 */
export async function addInlineAssets(
  deps: Pick<Deps, 'newId'>,
  tx: Transaction,
  { product, request, files, now }: InlineAssets,
): Promise<Product> {
  const shared = await readFilesOfAssets(tx, idsWithoutAddress(request))
  const { product: whole, wishes } = withInlineAssets(product, request, {
    now,
    newId: deps.newId,
    fileFor: (wish) => files.fileFor(wish),
    fileElsewhere: (assetId) => shared.get(assetId) ?? null,
  })
  requireFiles(wishes)
  return whole
}
