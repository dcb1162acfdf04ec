import * as contracts from '@open-oms/contracts/orders/routes/order-shipments'
import { trackOrder as trackOrderContract } from '@open-oms/contracts/orders/routes/order-tracking'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { addOrderLinesToShipment, deleteShipments, patchShipments, putShipments } from './arrange-shipments.ts'
import { trackOrder } from './track-order.ts'

/**
 * Registers the routes that arrange the shipments of an order, and the one by which guests follow
 * it.
 */
export function registerShipments(app: Server, deps: OrderDeps): void {
  registerWrite(app, deps, contracts.putShipments, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PutShipments' })
    return orderResponse(await putShipments(deps, { ...params, shipments: body, write }))
  })

  registerWrite(app, deps, contracts.patchShipments, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PatchShipments' })
    return { body: await patchShipments(deps, { ...params, patches: body, write }) }
  })

  registerWrite(app, deps, contracts.deleteShipments, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'DeleteShipments' })
    return orderResponse(await deleteShipments(deps, { ...params, shipmentIds: body, write }))
  })

  registerWrite(app, deps, contracts.addOrderLinesToShipment, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'AddOrderLinesToShipment' })
    return orderResponse(await addOrderLinesToShipment(deps, { ...params, moves: body, write }))
  })

  register(app, deps, trackOrderContract, async (deps, { params }) => ({
    body: await trackOrder(deps, params.secretKey),
    // The key is in the URL: caches must not store the response.
    headers: { 'cache-control': 'no-store' },
  }))
}
