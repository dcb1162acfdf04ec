import * as contracts from '@oms/contracts/orders/routes/order-tracking'
import { register, type Server } from '@oms/service-kit/http/register-route'
import type { OrderDeps } from '../../order/order-deps.ts'
import { trackOrder } from './track-order.ts'

/** Puts the route by which guests follow an order on the server. */
export function registerTrackOrder(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.trackOrder, async (deps, { params }) => ({
    body: await trackOrder(deps, params.secretKey),
    // The key is in the address: what it opens must not stay in caches on the way.
    headers: { 'cache-control': 'no-store' },
  }))
}
