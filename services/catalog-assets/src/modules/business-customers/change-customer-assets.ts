import type { AssetInput } from '@open-oms/contracts/catalog/asset'
import type { BusinessCustomer } from '@open-oms/contracts/catalog/business-customer'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import type { PendingFile } from '../assets/domain/asset-file.ts'
import { nameAssets, requestedIds, requireIds } from '../assets/domain/asset-request.ts'
import type { AssetContext } from '../assets/domain/asset-source.ts'
import { addedAssets } from '../assets/domain/incoming-assets.ts'
import { removedAssets } from '../assets/domain/main-image.ts'
import { updatedAssets } from '../assets/domain/updated-assets.ts'
import { saveWithFiles } from '../assets/request-files.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { loadCustomerForUpdate } from './customer-store.ts'
import { unknownCustomer } from './get-business-customer.ts'
import { updateCustomer } from './save-business-customer.ts'

type CustomerAssetsCommand = WriteAuthor & {
  id: string
  /** Called in the transaction of the write. */
  record: (tx: Transaction, customer: BusinessCustomer) => Promise<void>
}

/** The assets after the change; incomplete while files are pending. */
type ChangeAssets = (before: readonly Asset[], context: AssetContext) => { assets: Asset[]; pending: PendingFile[] }

/**
 * Changes the assets of a business customer and returns it (business-customers.md#customer-assets).
 * Raises `NotFound` for the customer, what the change raises, and `AssetUrlNotAllowed` and
 * `AssetDownloadFailed` with the path in the request.
 */
async function changeCustomerAssets(
  deps: Deps,
  { id, record, upload, ...author }: CustomerAssetsCommand & { upload?: ReceivedFile },
  change: ChangeAssets,
): Promise<BusinessCustomer> {
  return saveWithFiles(deps, upload ?? null, (files) =>
    deps.inTransaction(async (tx) => {
      const before = await loadCustomerForUpdate(tx, id)
      if (before === null) throw unknownCustomer(id)
      const now = deps.now().toISOString()
      const { assets, pending } = change(before.assets, { now, fileFor: files.fileFor, fileElsewhere: () => null })
      if (pending.length > 0) return { pending }
      const isChanged = JSON.stringify(assets) !== JSON.stringify(before.assets)
      const customer = isChanged ? { ...before, assets, modified: now } : before
      await record(tx, customer)
      if (isChanged) await updateCustomer(tx, { ...author, before, customer, files: files.held })
      return { saved: customer }
    }),
  )
}

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
