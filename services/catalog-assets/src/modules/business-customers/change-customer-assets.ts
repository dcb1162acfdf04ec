import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import type { FileWish } from '../assets/domain/asset-file.ts'
import type { AssetContext } from '../assets/domain/asset-source.ts'
import { type RequestFiles, requireFiles, withRequestFiles } from '../assets/request-files.ts'
import type { ReceivedFile } from '../incoming-files/received-file.ts'
import type { WriteAuthor } from '../products/product-store.ts'
import { loadCustomerForUpdate, updateCustomer } from './customer-store.ts'
import { unknownCustomer } from './get-business-customer.ts'

export type CustomerAssetsCommand = WriteAuthor & {
  id: string
  /** Called in the transaction of the write. */
  record: (tx: Transaction, customer: BusinessCustomer) => Promise<void>
}

/** What becomes of the assets; wishes are files that are to be downloaded first. */
export type ChangeAssets = (
  before: readonly Asset[],
  context: AssetContext & { files: RequestFiles },
) => { assets: Asset[]; wishes: FileWish[] }

/**
 * Changes the assets of a business customer and answers it (4-decisions N.5). Raises `NotFound` for the customer, what the change raises, and
 * `AssetUrlNotAllowed` and `AssetDownloadFailed` with the place in the request.
 */
export async function changeCustomerAssets(
  deps: Deps,
  { id, record, upload, ...author }: CustomerAssetsCommand & { upload?: ReceivedFile },
  change: ChangeAssets,
): Promise<BusinessCustomer> {
  return withRequestFiles(deps, upload ?? null, (files) =>
    deps.inTransaction(async (tx) => {
      const before = await loadCustomerForUpdate(tx, id)
      if (before === null) throw unknownCustomer(id)
      const now = deps.now().toISOString()
      const fileFor = files.fileFor.bind(files)
      const context = { now, fileFor, fileElsewhere: () => null, files }
      const { assets, wishes } = change(before.assets, context)
      requireFiles(wishes)
      const isChanged = JSON.stringify(assets) !== JSON.stringify(before.assets)
      const customer = isChanged ? { ...before, assets, modified: now } : before
      await record(tx, customer)
      if (isChanged) await updateCustomer(tx, { ...author, before, customer, files: files.held })
      return customer
    }),
  )
}
