import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { notifyRelays } from '@oms/service-kit/events/outbox'
import type { WriteAuthor } from '../assets/asset-events.ts'
import type { AssetCarrier } from '../assets/domain/asset-changes.ts'
import { changedHolders, type HeldFiles, writeAssetPlaces, writeFilesAndEvents } from '../assets/write-assets.ts'
import { replaceCustomer } from './customer-store.ts'

export type CustomerWrite = WriteAuthor & {
  /** Its last state, as this transaction has loaded it. */
  before: BusinessCustomer
  customer: BusinessCustomer
  /** The files that this request has stored. */
  files?: HeldFiles
}

/**
 * Writes the new state of a customer whose row is locked, with what follows from its assets. Raises
 * `ResourceLocked`.
 */
export async function updateCustomer(tx: Transaction, write: CustomerWrite): Promise<void> {
  const { before, customer, files = new Map(), actor, correlationId } = write
  const { id: customerId, modified: now } = customer
  const changed = changedHolders([
    { holder: { customerId }, before: [customerCarrier(before)], after: [customerCarrier(customer)] },
  ])
  tx.afterCommit(notifyRelays)
  await writeFilesAndEvents(tx, { changed, files, origin: { actor, correlationId, now } })
  await replaceCustomer(tx, customer)
  await writeAssetPlaces(tx, changed, now)
}

function customerCarrier({ id, assets }: BusinessCustomer): AssetCarrier {
  return { owner: `customer:${id}`, code: id, assets }
}
