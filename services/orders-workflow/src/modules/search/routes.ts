import * as contracts from '@open-oms/contracts/orders/search/routes/search-orders'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { searchByCustomProperties, searchOrders } from './search-orders.ts'

export function registerSearchOrders(app: Server, deps: OrderDeps): void {
  const search = async (deps: OrderDeps, { caller, body, omitsEmpty }: TypedRequest<typeof contracts.searchOrders>) => ({
    body: await searchOrders(deps, caller, { request: body, omitsEmpty }),
  })
  const searchSummaries = async (deps: OrderDeps, { caller, body }: TypedRequest<typeof contracts.searchOrderSummaries>) => ({
    body: await searchOrders(deps, caller, { request: body, asSummaries: true }),
  })
  const searchOfCustomer = async (
    deps: OrderDeps,
    { caller, params, body, omitsEmpty }: TypedRequest<typeof contracts.searchCustomerOrders>,
  ) => ({
    body: await searchOrders(deps, caller, { request: body, ofCustomer: params.customerId, omitsEmpty }),
  })
  const searchByProperty = async (
    deps: OrderDeps,
    { caller, query, omitsEmpty }: TypedRequest<typeof contracts.searchOrdersByCustomProperties>,
  ) => ({ body: await searchByCustomProperties(deps, caller, { ...query, omitsEmpty }) })
  // A search reads one snapshot in its own transaction.
  const separately = { transactions: 'separate' } as const
  register(app, deps, contracts.searchOrders, search, separately)
  register(app, deps, contracts.searchOrderSummaries, searchSummaries, separately)
  register(app, deps, contracts.searchCustomerOrders, searchOfCustomer, separately)
  register(app, deps, contracts.searchOrdersByCustomProperties, searchByProperty, separately)
}
