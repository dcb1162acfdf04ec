import type { AssetInput } from '@oms/contracts/catalog/asset'
import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import { DomainError, invalid } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'
import { givenIds, nameAssets, requireIds } from '../assets/domain/asset-request.ts'
import { addedAssets } from '../assets/domain/incoming-assets.ts'
import { removedAssets } from '../assets/domain/removed-assets.ts'
import { updatedAssets } from '../assets/domain/updated-assets.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { type CustomerAssetsCommand, changeCustomerAssets } from './change-customer-assets.ts'

/** Adds assets, all or none, as to a product. Raises `ValidationFailed` and what `changeCustomerAssets` raises. */
export async function addCustomerAssets(
  deps: Deps,
  { inputs, ...command }: CustomerAssetsCommand & { inputs: readonly AssetInput[]; upload?: ReceivedFile },
): Promise<BusinessCustomer> {
  if (inputs.length === 0) throw invalid('', 'must have at least one asset')
  const named = nameAssets(inputs, '', deps.newId)
  const incoming = { list: '', inputs: named, code: command.id, isUpload: command.upload !== undefined }
  return changeCustomerAssets(deps, command, (before, context) => addedAssets(before, incoming, context))
}

/** Updates assets field by field, all or none. Raises `NotFound` for an unknown id or none, and as above. */
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

/** Deletes those of the assets that are there. Raises `ValidationFailed` without ids, `NotFound` when the customer has none of them. */
export async function deleteCustomerAssets(
  deps: Deps,
  { assetIds, ...command }: CustomerAssetsCommand & { assetIds: readonly string[] | undefined },
): Promise<BusinessCustomer> {
  const ids = new Set(givenIds(assetIds))
  if (ids.size === 0) throw invalid('assetIds', 'must name at least one asset')
  return changeCustomerAssets(deps, command, (before) => {
    if (!before.some(({ assetId }) => assetId !== null && ids.has(assetId))) {
      throw new DomainError('NotFound', 'The customer has none of these assets.')
    }
    return { assets: removedAssets(before, ids), pending: [] }
  })
}
