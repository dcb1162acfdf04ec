import type { AssetInput } from '@oms/contracts/catalog/asset'
import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'
import { requireIds } from '../assets/domain/asset-request.ts'
import { updatedAssets } from '../assets/domain/updated-assets.ts'
import { type CustomerAssetsCommand, changeCustomerAssets } from './change-customer-assets.ts'

/**
 * Updates assets field by field, all or none. Raises `NotFound` for an unknown id or none, and what
 * `changeCustomerAssets` raises.
 */
export async function updateCustomerAssets(
  deps: Deps,
  { inputs, ...command }: CustomerAssetsCommand & { inputs: readonly AssetInput[] },
): Promise<BusinessCustomer> {
  const named = requireIds(inputs, '')
  return changeCustomerAssets(deps, command, (before, context) => {
    const written = updatedAssets(before, named, context)
    const unknown = named.filter(({ assetId }) => !written.touched.includes(assetId)).map(({ assetId }) => `"${assetId}"`)
    if (unknown.length > 0) throw new DomainError('NotFound', `The customer has no assets ${unknown.slice(0, 10).join(', ')}.`)
    return written
  })
}
