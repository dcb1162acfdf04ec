import type { Caller } from '@oms/service-kit/authentication/caller'
import type { OrderDocument } from '../../../order/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { readCustomerOrder } from './customer-order.ts'

export type CustomerOrder = { customerId: string; orderId: string }

/**
 * Reads an order of a customer, a deleted one too (orders.md#customer-orders). Raises `NotFound`,
 * also for an order of somebody else.
 */
export function getOrderForCustomer(
  deps: Pick<RunnerDeps, 'query'>,
  caller: Caller,
  wanted: CustomerOrder,
): Promise<OrderDocument> {
  return readCustomerOrder(deps, { ...wanted, storeIds: caller.storeIds })
}
