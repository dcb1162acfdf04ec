import * as contracts from '@open-oms/contracts/orders/webhooks/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { pageOfDeliveries, replayDelivery } from './delivery-requests.ts'

export function registerWebhooks(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.listWebhookDeliveries, async (deps, { query, caller: { storeIds } }) => ({
    body: await pageOfDeliveries(deps, { ...query, storeIds }),
  }))

  register(app, deps, contracts.replayWebhookDelivery, async (deps, { params, query, caller }) => ({
    body: await replayDelivery(deps, { ...params, ...query, caller }),
  }))
}
