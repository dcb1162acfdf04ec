import { DomainError } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Deps } from '../../deps.ts'
import { requestedIds } from '../assets/domain/asset-request.ts'
import { FoundAssets } from '../assets/domain/found-assets.ts'
import { assetCarriers } from '../products/domain/product-assets.ts'
import { readCarryingProducts } from './carrying-products.ts'

/**
 * The assets with these ids, in the order of the ids; one that several products carry comes once
 * for each (assets.md#asset-reads). Raises `NotFound` when no id is given or none is found.
 */
export async function getProductAssets(
  deps: Pick<Deps, 'inTransaction'>,
  assetIds: readonly string[] | undefined,
): Promise<Asset[]> {
  const wanted = requestedIds(assetIds)
  if (wanted.length === 0) throw new DomainError('NotFound', 'No asset ids are given.')
  const carried = await deps.inTransaction(async (tx) => {
    const found = new FoundAssets(wanted)
    for await (const products of readCarryingProducts(tx, wanted)) {
      for (const product of products) found.add(assetCarriers(product).flatMap(({ assets }) => assets))
    }
    return found
  })
  const assets = carried.inOrder()
  if (assets.length === 0) throw new DomainError('NotFound', 'No asset with these ids was found.')
  return assets
}
