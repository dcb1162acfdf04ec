import { invalid } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { JsonText } from '@open-oms/service-kit/http/route-response'
import { searchPage } from '../../search/domain/search-page.ts'
import { searchResponse, searchScope } from '../../search/search-orders.ts'
import { findOrders } from '../../search/search-query.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

type ListDeps = Pick<RunnerDeps, 'config' | 'now' | 'reading'>

/** By what a customer is known, and which page of the orders is wanted. */
export type CustomerOrders = {
  customerId?: string
  phone?: string
  email?: string
  storeId?: string[]
  page?: number
  pageSize?: number
  /** True: orders without the fields that are empty. */
  omitsEmpty: boolean
}

/**
 * Lists the orders of a customer, newest first (orders.md#customer-orders). Raises
 * `ValidationFailed` when nothing identifies the customer, and `WindowExceeded`.
 */
export async function listCustomerOrders(deps: ListDeps, caller: Caller, query: CustomerOrders): Promise<JsonText> {
  const { customerId, phone, email, storeId, page, pageSize, omitsEmpty } = query
  if (!customerId && !phone && !email) throw invalid('customerId', 'is required, or phone, or email')
  const filter = { ofCustomer: customerId, phone, email, selectedStores: storeId }
  const search = { filter, scope: searchScope(deps, caller), omitsEmpty, ...searchPage({ take: pageSize, page }) }
  return searchResponse(await findOrders(deps.reading, search))
}
