import { DomainError, invalid } from '@oms/contracts/errors'
import type { Deps } from '../../deps.ts'
import { carriersOf } from '../../domain/asset-carriers.ts'
import { givenIds } from '../../domain/asset-request.ts'
import { changesAssets, withChangedAssets } from '../../domain/product-assets.ts'
import { removedAssets } from '../../domain/removed-assets.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../../persistence/assert-version.ts'
import { loadCarryingProducts } from '../../persistence/asset-places.ts'
import { updateProductsAssets, type WriteAuthor } from '../../persistence/product-repository.ts'

export type DeleteProductAssets = WriteAuthor & { assetIds: readonly string[] | undefined; ifMatch: AcceptedVersions | null }

/**
 * Deletes assets from every product that carries them; their files go after the commit with the last that shows them, a link leaves nothing
 * (document 1; 4-decisions N.4, N.8). Raises `ValidationFailed` without ids, `NotFound` when no product has any of them, `VersionConflict`.
 */
export async function deleteProductAssets(deps: Deps, { assetIds, ifMatch, ...author }: DeleteProductAssets): Promise<void> {
  const ids = givenIds(assetIds)
  if (ids.length === 0) throw invalid('assetIds', 'must name at least one asset')
  await deps.inTransaction(async (tx) => {
    const now = deps.now().toISOString()
    const wanted = new Set(ids)
    const changed = (await loadCarryingProducts(tx, ids))
      .map((before) => ({
        before,
        assetsOf: new Map(carriersOf(before).map(({ owner, assets }) => [owner, removedAssets(assets, wanted)])),
      }))
      .filter(({ before, assetsOf }) => changesAssets(before, assetsOf))
    if (changed.length === 0) throw new DomainError('NotFound', 'No product has any of these assets.')
    for (const { before } of changed) await assertVersion(tx, before, versionsOfHeader(ifMatch))
    const writes = changed.map(({ before, assetsOf }) => {
      const product = withChangedAssets(before, assetsOf, { now, versionId: deps.newId(), actor: author.actor })
      return { ...author, before, product, contained: null }
    })
    await updateProductsAssets(tx, writes)
  })
}
