import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { requestedIds } from '../assets/domain/asset-request.ts'
import { removedAssets } from '../assets/domain/main-image.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../products/assert-version.ts'
import { assetCarriers, changesAssets, withChangedAssets } from '../products/domain/product-assets.ts'
import { saveProductsAssets } from '../products/save-product.ts'
import { lockCarryingProducts } from './carrying-products.ts'

export type DeleteProductAssets = WriteAuthor & { assetIds: readonly string[] | undefined; ifMatch: AcceptedVersions | null }

/**
 * Deletes assets from every product that carries them; their files are removed after the commit
 * that deletes the last asset of a file (assets.md#asset-deletion). Raises
 * `ValidationFailed` without ids, `NotFound` when no product has any of them, `VersionConflict`.
 */
export async function deleteProductAssets(deps: Deps, { assetIds, ifMatch, ...author }: DeleteProductAssets): Promise<void> {
  const ids = requestedIds(assetIds)
  if (ids.length === 0) throw invalid('assetIds', 'must name at least one asset')
  await deps.inTransaction(async (tx) => {
    const now = deps.now().toISOString()
    const wanted = new Set(ids)
    let isFound = false
    for await (const products of lockCarryingProducts(tx, ids)) {
      const changed = products.map((before) => planRemoval(before, wanted)).filter(isChange)
      for (const { before } of changed) await assertVersion(tx, before, versionsOfHeader(ifMatch))
      const writes = changed.map(({ before, assetsOf }) => {
        const product = withChangedAssets(before, assetsOf, { now, versionId: deps.newId(), actor: author.actor })
        return { ...author, before, product, contained: null }
      })
      await saveProductsAssets(tx, writes)
      isFound ||= changed.length > 0
    }
    if (!isFound) throw new DomainError('NotFound', 'No product has any of these assets.')
  })
}

type Removal = { before: Product; assetsOf: ReadonlyMap<string, readonly Asset[]> }

function planRemoval(before: Product, assetIds: ReadonlySet<string>): Removal {
  return { before, assetsOf: new Map(assetCarriers(before).map(({ owner, assets }) => [owner, removedAssets(assets, assetIds)])) }
}

const isChange = ({ before, assetsOf }: Removal) => changesAssets(before, assetsOf)
