import { BusinessCustomer, type BusinessCustomerInput } from '@open-oms/contracts/catalog/business-customer'
import { completer } from '@open-oms/contracts/complete'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { notifyRelays } from '@open-oms/service-kit/events/outbox'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import type { AssetCarrier } from '../assets/domain/asset-changes.ts'
import { changedHolders, type HeldFiles, writeAssetPlaces, writeFilesAndEvents } from '../assets/write-assets.ts'
import { withFreeProperties } from '../products/domain/free-properties.ts'
import { insertCustomer, loadCustomerForUpdate, replaceCustomer } from './customer-store.ts'

const complete = completer(BusinessCustomer)

export type SaveBusinessCustomer = WriteAuthor & { input: BusinessCustomerInput }

/**
 * Creates a business customer or replaces it, without its assets
 * (business-customers.md#customer-writes). Raises `ValidationFailed`.
 */
export async function saveBusinessCustomer(
  deps: Deps,
  { input, ...author }: SaveBusinessCustomer,
): Promise<{ customer: BusinessCustomer; isNew: boolean }> {
  const now = deps.now().toISOString()
  return deps.inTransaction(async (tx) => {
    const created = savedCustomer(input, null, now)
    const isNew = await insertCustomer(tx, created)
    const before = isNew ? null : await loadCustomerForUpdate(tx, input.id)
    if (before === null) return { customer: created, isNew: true }
    const customer = savedCustomer(input, before, now)
    await updateCustomer(tx, { ...author, before, customer })
    return { customer, isNew: false }
  })
}

/**
 * The customer of a request (business-customers.md#customer-writes); `stored` is what it replaces.
 * Its assets stay, and so do name and properties that are not sent; unknown fields are added to the
 * properties. Raises `ValidationFailed` for too many of them.
 */
function savedCustomer(input: BusinessCustomerInput, stored: BusinessCustomer | null, now: string): BusinessCustomer {
  const fields = Object.entries(input)
  const free = Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(BusinessCustomer.properties, name)))
  const properties = withFreeProperties(input.properties ?? (stored?.properties as never) ?? [], free)
  const { id, name = stored?.name } = input
  const customer = complete({
    id,
    ...(name === undefined || name === null ? {} : { name }),
    properties,
    created: stored?.created ?? now,
    modified: now,
  })
  return { ...customer, assets: stored?.assets ?? [] }
}

type CustomerWrite = WriteAuthor & {
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
