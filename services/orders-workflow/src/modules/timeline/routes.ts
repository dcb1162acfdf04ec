import * as contracts from '@open-oms/contracts/orders/routes/read-timeline'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { readTimeline } from './read-timeline.ts'

/** Registers the route that reads the timeline of an order. */
export function registerReadTimeline(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.readTimeline, async (deps, { params, query, caller }) => ({
    body: await readTimeline(deps, {
      orderId: params.orderId,
      take: query.take ?? 50,
      after: query.after || undefined,
      isInScope: (storeId) => isInScope(caller, storeId),
    }),
  }))
}
