import * as contracts from '@open-oms/contracts/orders/routes/retrieve-orders'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { documentResponse, JsonText } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { getOrder, getOrderByCart, getOrdersByIds, ordersExist, requireOrder } from './read-orders.ts'

export function registerRetrieveOrders(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.getOrder, async (deps, { params, caller, omitsEmpty }) =>
    documentResponse(
      await getOrder(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId), omitsEmpty }),
    ),
  )
  register(app, deps, contracts.orderExists, exists)
  register(app, deps, contracts.orderExistsByGet, exists)
  register(app, deps, contracts.getOrderByCart, async (deps, { params, caller: { storeIds }, omitsEmpty }) =>
    documentResponse(await getOrderByCart(deps, params.cartId, { storeIds, omitsEmpty })),
  )
  register(app, deps, contracts.getOrdersByIds, async (deps, { query, caller: { storeIds }, omitsEmpty }) => ({
    body: new JsonText(await getOrdersByIds(deps, query.ids, { storeIds, omitsEmpty })),
  }))
  register(app, deps, contracts.ordersExist, async (deps, { body, caller }) => ({
    body: await ordersExist(deps, body, caller.storeIds),
  }))
}

async function exists(
  deps: RunnerDeps,
  { params, caller }: TypedRequest<typeof contracts.orderExists> | TypedRequest<typeof contracts.orderExistsByGet>,
) {
  await requireOrder(deps, params.orderId, caller.storeIds)
  return {}
}
