import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import { DomainError, invalid } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'
import { requestedIds } from '../assets/domain/asset-request.ts'
import { removedAssets } from '../assets/domain/main-image.ts'
import { type CustomerAssetsCommand, changeCustomerAssets } from './change-customer-assets.ts'

/**
 * Deletes the assets, of which unknown ones are ignored. Raises `ValidationFailed` without ids,
 * `NotFound` when the customer has none of them.
 */
export async function deleteCustomerAssets(
  deps: Deps,
  { assetIds, ...command }: CustomerAssetsCommand & { assetIds: readonly string[] | undefined },
): Promise<BusinessCustomer> {
  const ids = new Set(requestedIds(assetIds))
  if (ids.size === 0) throw invalid('assetIds', 'must name at least one asset')
  return changeCustomerAssets(deps, command, (before) => {
    if (!before.some(({ assetId }) => assetId !== null && ids.has(assetId))) {
      throw new DomainError('NotFound', 'The customer has none of these assets.')
    }
    return { assets: removedAssets(before, ids), pending: [] }
  })
}
