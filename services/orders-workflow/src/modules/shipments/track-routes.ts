import * as contracts from '@oms/contracts/orders/routes/order-tracking'
import { register, type Server } from '@oms/service-kit/http/register-route'
import type { OrderDeps } from '../../order/order-deps.ts'
import { trackOrder } from './track-order.ts'

/** Registers the route by which guests follow an order. */
export function registerTrackOrder(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.trackOrder, async (deps, { params }) => ({
    body: await trackOrder(deps, params.secretKey),
    // The key is in the URL: caches must not store the response.
    headers: { 'cache-control': 'no-store' },
  }))
}
