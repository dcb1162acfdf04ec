import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps/deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import type { PendingFile } from '../assets/domain/asset-file.ts'
import type { AssetContext } from '../assets/domain/asset-source.ts'
import { saveWithFiles } from '../assets/request-files.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { loadCustomerForUpdate } from './customer-store.ts'
import { unknownCustomer } from './get-business-customer.ts'
import { updateCustomer } from './update-customer.ts'

export type CustomerAssetsCommand = WriteAuthor & {
  id: string
  /** Called in the transaction of the write. */
  record: (tx: Transaction, customer: BusinessCustomer) => Promise<void>
}

/** The assets after the change; incomplete while files are pending. */
export type ChangeAssets = (before: readonly Asset[], context: AssetContext) => { assets: Asset[]; pending: PendingFile[] }

/**
 * Changes the assets of a business customer and returns it (business-customers.md#customer-assets). Raises `NotFound` for
 * the customer, what the change raises, and `AssetUrlNotAllowed` and `AssetDownloadFailed` with the
 * path in the request.
 */
export async function changeCustomerAssets(
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
