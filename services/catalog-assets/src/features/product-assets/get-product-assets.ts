import { DomainError } from '@oms/contracts/errors'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Deps } from '../../deps.ts'
import { carriersOf } from '../../domain/asset-carriers.ts'
import { givenIds } from '../../domain/asset-request.ts'
import { readCarryingProducts } from '../../persistence/asset-places.ts'

/**
 * The assets with these ids, in the order of the ids; one that several products carry comes once for each (document 1; 4-decisions N.8).
 * Raises `NotFound` when no id is given or none is found.
 */
export async function getProductAssets(deps: Pick<Deps, 'query'>, assetIds: readonly string[] | undefined): Promise<Asset[]> {
  const wanted = givenIds(assetIds)
  if (wanted.length === 0) throw new DomainError('NotFound', 'No asset ids are given.')
  const products = await readCarryingProducts(deps, wanted)
  const carried = Map.groupBy(
    products.flatMap((product) => carriersOf(product).flatMap(({ assets }) => assets)),
    ({ assetId }) => assetId,
  )
  const assets = wanted.flatMap((assetId) => carried.get(assetId) ?? [])
  if (assets.length === 0) throw new DomainError('NotFound', 'No asset with these ids was found.')
  return assets
}
