import type { AssetInput } from '@oms/contracts/catalog/asset'
import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import { invalid } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'
import { nameAssets } from '../assets/domain/asset-request.ts'
import { addedAssets } from '../assets/domain/incoming-assets.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { type CustomerAssetsCommand, changeCustomerAssets } from './change-customer-assets.ts'

/**
 * Adds assets, all or none, as to a product. Raises `ValidationFailed` and what
 * `changeCustomerAssets` raises.
 */
export async function addCustomerAssets(
  deps: Deps,
  { inputs, ...command }: CustomerAssetsCommand & { inputs: readonly AssetInput[]; upload?: ReceivedFile },
): Promise<BusinessCustomer> {
  if (inputs.length === 0) throw invalid('', 'must have at least one asset')
  const named = nameAssets(inputs, '', deps.newId)
  const incoming = { list: '', inputs: named, code: command.id, isUpload: command.upload !== undefined }
  return changeCustomerAssets(deps, command, (before, context) => addedAssets(before, incoming, context))
}
