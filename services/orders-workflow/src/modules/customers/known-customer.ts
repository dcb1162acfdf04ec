import { DomainError } from '@open-oms/contracts/errors'
import { parseCustomerKey } from '../../order/rules/search/customer-row.ts'

/** The stored form of the key of a request. Raises `NotFound` for what is no key. */
export function requireCustomerKey(key: string): string {
  const stored = parseCustomerKey(key)
  if (stored === null) throw customerNotFound(key)
  return stored
}

export function customerNotFound(key: string): DomainError {
  return new DomainError('NotFound', `There is no customer "${key}" with an order.`)
}
