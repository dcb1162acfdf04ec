import type { AssetInput } from '@oms/contracts/catalog/asset'
import type { Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { carriersOf } from '../../domain/asset-carriers.ts'
import type { FileWish } from '../../domain/asset-file.ts'
import { type NamedInput, requireIds } from '../../domain/asset-request.ts'
import type { AssetContext } from '../../domain/asset-source.ts'
import { changesAssets, withChangedAssets } from '../../domain/product-assets.ts'
import { updatedAssets } from '../../domain/updated-assets.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../../persistence/assert-version.ts'
import { loadCarryingProducts } from '../../persistence/asset-places.ts'
import { updateProductsAssets, type WriteAuthor } from '../../persistence/product-repository.ts'
import { requireFiles, withRequestFiles } from '../../storage/request-files.ts'

/** Every asset that was named, wherever it stands; the version where one product carries them all. */
export type UpdatedAssets = { assets: Asset[]; versionId: string | null }

export type UpdateProductAssets = WriteAuthor & {
  inputs: readonly AssetInput[]
  ifMatch: AcceptedVersions | null
  /** Called in the transaction of the write. */
  record: (tx: Transaction, updated: UpdatedAssets) => Promise<void>
}

/**
 * Updates assets on every product that carries them, all or none (document 1; 4-decisions N.4, N.8). Products on which nothing changes
 * are not written. Raises `NotFound` when no id is given or one is unknown, `ValidationFailed`, `VersionConflict`, `AssetUrlNotAllowed` and
 * `AssetDownloadFailed` with the place in the list.
 */
export async function updateProductAssets(deps: Deps, command: UpdateProductAssets): Promise<UpdatedAssets> {
  const { actor, correlationId, ifMatch } = command
  const inputs = requireIds(command.inputs, '')
  return withRequestFiles(deps, null, (files) =>
    deps.inTransaction(async (tx) => {
      const stored = await loadProducts(tx, inputs, ifMatch)
      const now = deps.now().toISOString()
      const context = { now, fileFor: files.fileFor.bind(files), fileElsewhere: () => null }
      const updates = stored.map((product) => updateOf(product, inputs, context))
      requireFiles(updates.flatMap(({ wishes }) => wishes))
      const writes = updates
        .filter(({ before, assetsOf }) => changesAssets(before, assetsOf))
        .map(({ before, assetsOf }) => {
          const product = withChangedAssets(before, assetsOf, { now, versionId: deps.newId(), actor })
          return { before, product, contained: null, files: files.held, actor, correlationId }
        })
      const only = stored.length === 1 ? (writes[0]?.product ?? stored[0]) : undefined
      const updated = { assets: namedAssets(updates, inputs), versionId: only?.versionId ?? null }
      await command.record(tx, updated)
      await updateProductsAssets(tx, writes)
      return updated
    }),
  )
}

async function loadProducts(
  tx: Transaction,
  inputs: readonly NamedInput[],
  ifMatch: AcceptedVersions | null,
): Promise<Product[]> {
  const products = await loadCarryingProducts(
    tx,
    inputs.map(({ assetId }) => assetId),
  )
  const carried = new Set(
    products.flatMap((product) => carriersOf(product).flatMap(({ assets }) => assets.map(({ assetId }) => assetId))),
  )
  const unknown = inputs.filter(({ assetId }) => !carried.has(assetId)).map(({ assetId }) => `"${assetId}"`)
  if (unknown.length > 0) throw new DomainError('NotFound', `No product has the assets ${unknown.slice(0, 10).join(', ')}.`)
  for (const product of products) await assertVersion(tx, product, versionsOfHeader(ifMatch))
  return products
}

type Update = { before: Product; assetsOf: Map<string, Asset[]>; wishes: FileWish[] }

function updateOf(before: Product, inputs: readonly NamedInput[], context: AssetContext): Update {
  const written = carriersOf(before).map(({ owner, assets }) => [owner, updatedAssets(assets, inputs, context)] as const)
  const touched = written.filter(([, { touched }]) => touched.length > 0)
  return {
    before,
    assetsOf: new Map(touched.map(([owner, { assets }]) => [owner, assets])),
    wishes: touched.flatMap(([, { wishes }]) => wishes),
  }
}

function namedAssets(updates: readonly Update[], inputs: readonly NamedInput[]): Asset[] {
  const byId = Map.groupBy(
    updates.flatMap(({ assetsOf }) => [...assetsOf.values()].flat()),
    ({ assetId }) => assetId,
  )
  return inputs.flatMap(({ assetId }) => byId.get(assetId) ?? [])
}
