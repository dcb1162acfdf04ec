import type { AssetInput } from '@open-oms/contracts/catalog/asset'
import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { type PendingFile, storedAssetFile } from '../assets/domain/asset-file.ts'
import { type NamedInput, requireIds } from '../assets/domain/asset-request.ts'
import type { AssetContext } from '../assets/domain/asset-source.ts'
import { FoundAssets } from '../assets/domain/found-assets.ts'
import { updatedAssets } from '../assets/domain/updated-assets.ts'
import { type Attempt, type RequestFiles, saveWithFiles } from '../assets/request-files.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../products/assert-version.ts'
import { assetCarriers, changesAssets, withChangedAssets } from '../products/domain/product-assets.ts'
import { saveProductsAssets } from '../products/save-product.ts'
import { lockCarryingProducts, markUnwritten, undoWrites } from './carrying-products.ts'

/**
 * Every asset that was named, on whatever product; the version where one product carries them all.
 */
export type UpdatedAssets = { assets: Asset[]; versionId: string | null }

export type UpdateProductAssets = WriteAuthor & {
  inputs: readonly AssetInput[]
  ifMatch: AcceptedVersions | null
  /** Called in the transaction of the write. */
  record: (tx: Transaction, updated: UpdatedAssets) => Promise<void>
}

/**
 * Updates assets on every product that carries them, all or none (assets.md#asset-update). Products
 * on which nothing changes are not written. Raises `NotFound` when no id is given or one is
 * unknown, `ValidationFailed`, `VersionConflict`, `AssetUrlNotAllowed` and `AssetDownloadFailed`
 * with the path in the list.
 */
export async function updateProductAssets(deps: Deps, command: UpdateProductAssets): Promise<UpdatedAssets> {
  const inputs = requireIds(command.inputs, '')
  return saveWithFiles(deps, null, (files) => deps.inTransaction((tx) => updateCarriers(tx, { deps, command, inputs, files })))
}

type Work = { deps: Deps; command: UpdateProductAssets; inputs: readonly NamedInput[]; files: RequestFiles }

/**
 * Goes through the products batch by batch. Once a file is pending nothing more is written, and
 * what was written is undone at the end.
 */
async function updateCarriers(tx: Transaction, { deps, command, inputs, files }: Work): Promise<Attempt<UpdatedAssets>> {
  const { actor, correlationId, ifMatch } = command
  const now = deps.now().toISOString()
  const assetIds = inputs.map(({ assetId }) => assetId)
  const found = new FoundAssets(assetIds)
  const pending = new Map<string, PendingFile>()
  const unreferenced = new Map(files.held)
  const versionIds: string[] = []
  markUnwritten(tx)
  for await (const products of lockCarryingProducts(tx, assetIds)) {
    for (const product of products) await assertVersion(tx, product, versionsOfHeader(ifMatch))
    const updates = products.map((product) =>
      planUpdate(product, inputs, { now, fileFor: files.fileFor, fileElsewhere: () => null }),
    )
    for (const { assetsOf } of updates) found.add([...assetsOf.values()].flat())
    for (const file of updates.flatMap((update) => update.pending)) pending.set(JSON.stringify(file), file)
    if (pending.size > 0) continue
    const changed = updates.filter(({ before, assetsOf }) => changesAssets(before, assetsOf))
    const writes = changed.map(({ before, assetsOf }) => {
      const product = withChangedAssets(before, assetsOf, { now, versionId: deps.newId(), actor })
      return { before, product, contained: null, files: unreferenced, actor, correlationId }
    })
    await saveProductsAssets(tx, writes)
    // The hold of a file is used up by the first batch that refers to it.
    for (const sha256 of writes.flatMap(({ product }) => contentHashes(product))) unreferenced.delete(sha256)
    const versionOf = new Map(writes.map(({ product }) => [product.productId, product.versionId]))
    versionIds.push(...products.map(({ productId, versionId }) => versionOf.get(productId) ?? versionId))
  }
  assertFound(found)
  if (pending.size > 0) {
    await undoWrites(tx)
    return { pending: [...pending.values()] }
  }
  const [versionId = null, another] = versionIds
  const updated = { assets: found.inOrder(), versionId: another === undefined ? versionId : null }
  await command.record(tx, updated)
  return { saved: updated }
}

function assertFound(found: FoundAssets): void {
  const unknown = found.missing().map((assetId) => `"${assetId}"`)
  if (unknown.length > 0) throw new DomainError('NotFound', `No product has the assets ${unknown.slice(0, 10).join(', ')}.`)
}

/** The contents that the assets of a product and its variants show. */
function contentHashes(product: Product): string[] {
  const assets = assetCarriers(product).flatMap((carrier) => carrier.assets)
  return assets.flatMap((asset) => storedAssetFile(asset)?.sha256 ?? [])
}

type Update = { before: Product; assetsOf: Map<string, Asset[]>; pending: PendingFile[] }

function planUpdate(before: Product, inputs: readonly NamedInput[], context: AssetContext): Update {
  const written = assetCarriers(before).map(({ owner, assets }) => [owner, updatedAssets(assets, inputs, context)] as const)
  const touched = written.filter(([, { touched }]) => touched.length > 0)
  return {
    before,
    assetsOf: new Map(touched.map(([owner, { assets }]) => [owner, assets])),
    pending: touched.flatMap(([, { pending }]) => pending),
  }
}
