import type { AssetInput } from '@open-oms/contracts/catalog/asset'
import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { readFilesOfAssets } from '../assets/asset-store.ts'
import { type NamedInput, nameAssets } from '../assets/domain/asset-request.ts'
import type { IncomingAssets } from '../assets/domain/asset-source.ts'
import { addedAssets } from '../assets/domain/incoming-assets.ts'
import { isImage } from '../assets/domain/main-image.ts'
import { saveWithFiles } from '../assets/request-files.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../products/assert-version.ts'
import { findCarrier, withChangedAssets } from '../products/domain/product-assets.ts'
import { findProductId, loadProductForUpdate } from '../products/product-store.ts'
import { saveProductsAssets } from '../products/save-product.ts'

/** Assets after a write, and the version of their product. */
export type AddedAssets = { assets: Asset[]; versionId: string }

export type AddProductAssets = WriteAuthor & {
  /** A product id, a SKU or the SKU of a variant. */
  code: string
  toVariant?: boolean
  inputs: readonly AssetInput[]
  /** The file of the only asset, where the request is the file. */
  upload?: ReceivedFile
  /** What the request calls the address of its only asset. */
  addressPath?: string
  /**
   * The rule of the legacy endpoint: only images are accepted, and the first image of a product
   * becomes the main one.
   */
  mustBeImages?: boolean
  ifMatch: AcceptedVersions | null
  /** Called in the transaction of the write. */
  record: (tx: Transaction, added: AddedAssets) => Promise<void>
}

/**
 * Adds assets to a product or variant, all or none (assets.md#asset-addition). Raises
 * `NotFound` for the product or variant, `ValidationFailed`, `VersionConflict`,
 * `AssetUrlNotAllowed` and `AssetDownloadFailed` with the path in the list.
 */
export async function addProductAssets(deps: Deps, command: AddProductAssets): Promise<AddedAssets> {
  if (command.inputs.length === 0) throw invalid('', 'must have at least one asset')
  const named = nameAssets(command.inputs, '', deps.newId)
  // The callback runs again once missing files are downloaded: the product is loaded again each
  // time.
  return saveWithFiles(deps, command.upload ?? null, (files) =>
    deps.inTransaction(async (tx) => {
      const stored = await loadProduct(tx, command)
      const carrier = findCarrier(stored, command.code, { toVariant: command.toVariant ?? false })
      if (carrier === null) throw new DomainError('NotFound', `There is no variant with SKU "${command.code}".`)
      const inputs = command.mustBeImages && !carrier.assets.some(isImage) ? named.map(asMain) : named
      const now = deps.now().toISOString()
      const { assets, pending } = addedAssets(carrier.assets, incomingAssets(command, { inputs, code: carrier.code }), {
        now,
        fileFor: files.fileFor,
        fileElsewhere: await filesElsewhere(tx, named),
      })
      if (pending.length > 0) return { pending }
      const assetsOf = new Map([[carrier.owner, assets]])
      const product = withChangedAssets(stored, assetsOf, { now, versionId: deps.newId(), actor: command.actor })
      const added = {
        assets: named.map(({ assetId }) => assets.find((asset) => asset.assetId === assetId) as Asset),
        versionId: product.versionId,
      }
      await command.record(tx, added)
      const { actor, correlationId } = command
      await saveProductsAssets(tx, [{ before: stored, product, contained: null, files: files.held, actor, correlationId }])
      return { saved: added }
    }),
  )
}

const asMain = (input: NamedInput): NamedInput => ({ ...input, isMainImage: true })

async function loadProduct(tx: Transaction, { code, ifMatch }: AddProductAssets): Promise<Product> {
  const productId = await findProductId(tx, code)
  const stored = productId === null ? null : await loadProductForUpdate(tx, productId)
  if (stored === null) throw new DomainError('NotFound', `There is no product or SKU "${code}".`)
  await assertVersion(tx, stored, versionsOfHeader(ifMatch))
  return stored
}

function incomingAssets(
  { upload, addressPath, mustBeImages = false }: AddProductAssets,
  { inputs, code }: Pick<IncomingAssets, 'inputs' | 'code'>,
): IncomingAssets {
  return {
    list: '',
    inputs,
    code,
    mustBeImages,
    isUpload: upload !== undefined,
    ...(addressPath === undefined ? {} : { addressPath }),
  }
}

/** The files of assets that may be shared by naming their id alone. */
async function filesElsewhere(tx: Transaction, inputs: readonly NamedInput[]) {
  const withoutAddress = inputs.filter(({ externalUrl }) => externalUrl === undefined || externalUrl === '')
  const found = await readFilesOfAssets(
    tx,
    withoutAddress.map(({ assetId }) => assetId),
  )
  return (assetId: string) => found.get(assetId) ?? null
}
