import { BusinessCustomer, type BusinessCustomerInput } from '@oms/contracts/catalog/business-customer'
import { completer } from '@oms/contracts/complete'
import { withFreeProperties } from '../../products/domain/free-properties.ts'

const complete = completer(BusinessCustomer)

/**
 * The customer of a request (4-decisions N.5); `stored` is what it replaces. Its assets stay, and so do name and properties that are not sent; members
 * that no customer has join the properties. Raises `ValidationFailed` for too many of them.
 */
export function savedCustomer(input: BusinessCustomerInput, stored: BusinessCustomer | null, now: string): BusinessCustomer {
  const members = Object.entries(input)
  const free = Object.fromEntries(members.filter(([name]) => !Object.hasOwn(BusinessCustomer.properties, name)))
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
