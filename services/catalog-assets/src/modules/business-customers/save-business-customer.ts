import type { BusinessCustomer, BusinessCustomerInput } from '@oms/contracts/catalog/business-customer'
import type { Deps } from '../../deps/deps.ts'
import type { WriteAuthor } from '../products/product-store.ts'
import { insertCustomer, loadCustomerForUpdate, updateCustomer } from './customer-store.ts'
import { savedCustomer } from './domain/saved-customer.ts'

export type SaveBusinessCustomer = WriteAuthor & { input: BusinessCustomerInput }

/** Creates a business customer or replaces it, its assets aside (4-decisions N.5). Raises `ValidationFailed`. */
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
