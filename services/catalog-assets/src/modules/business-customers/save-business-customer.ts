import { BusinessCustomer, type BusinessCustomerInput } from '@oms/contracts/catalog/business-customer'
import { completer } from '@oms/contracts/complete'
import type { Deps } from '../../deps.ts'
import type { WriteAuthor } from '../assets/asset-events.ts'
import { withFreeProperties } from '../products/domain/free-properties.ts'
import { insertCustomer, loadCustomerForUpdate } from './customer-store.ts'
import { updateCustomer } from './update-customer.ts'

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
