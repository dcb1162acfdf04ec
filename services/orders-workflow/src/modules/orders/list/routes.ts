import * as contracts from '@open-oms/contracts/orders/search/routes/list-orders'
import { documentResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { readCustomerOrder } from './customer-order.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { countListedOrders, listOrders, listOrdersOfStores } from './list-orders.ts'

export function registerListOrders(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.getOrders, async (deps, { caller, query, omitsEmpty }) => ({
    body: await listOrdersOfStores(deps, caller, { ...query, omitsEmpty }),
  }))
  register(app, deps, contracts.getOrdersByOrderType, async (deps, { caller, query, omitsEmpty }) => ({
    body: await listOrders(deps, caller, { ...query, omitsEmpty }),
  }))
  register(app, deps, contracts.countOrders, async (deps, { caller, query }) => ({
    body: await countListedOrders(deps, caller, query),
  }))
  register(app, deps, contracts.getOrdersForPickUpPoint, async (deps, { caller, query, omitsEmpty }) => ({
    body: await listOrdersOfStores(deps, caller, { ...query, filterOnWarehouse: true, omitsEmpty }),
  }))
  register(app, deps, contracts.getCustomerOrders, async (deps, { caller, params, query, omitsEmpty }) => ({
    body: await listCustomerOrders(deps, caller, { ...query, customerId: params.customerId, omitsEmpty }),
  }))
  register(app, deps, contracts.getOrdersForCustomer, async (deps, { caller, query, omitsEmpty }) => ({
    body: await listCustomerOrders(deps, caller, { ...query, omitsEmpty }),
  }))
  register(app, deps, contracts.getOrderForCustomer, async (deps, { caller, query, omitsEmpty }) =>
    documentResponse(await readCustomerOrder(deps, { ...query, storeIds: caller.storeIds, omitsEmpty })),
  )
}
