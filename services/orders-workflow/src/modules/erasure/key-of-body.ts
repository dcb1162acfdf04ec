import { invalid } from '@open-oms/contracts/errors'
import { parseCustomerKey } from '../../order/rules/search/customer-row.ts'

/**
 * The stored form of the key in a body: a path with it would stand in records of requests. Raises
 * `ValidationFailed` for what is no key.
 */
export function parseKeyOfBody(customerKey: string): string {
  const stored = parseCustomerKey(customerKey)
  if (stored === null) throw invalid('customerKey', 'must begin with id:, number:, email: or phone:')
  return stored
}
