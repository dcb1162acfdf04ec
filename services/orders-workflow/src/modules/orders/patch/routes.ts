import * as contracts from '@oms/contracts/orders/routes/patch-orders'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../../deps.ts'
import { writeRequest } from '../../../order/write-request.ts'
import { patchLineItemIds } from '../../lines/patch-line-item-ids.ts'
import { patchOrderLines } from '../../lines/patch-order-lines.ts'
import { patchOrder } from './patch-order.ts'

/** Puts the routes that change parts of orders on the server. */
export function registerPatchOrders(app: Server, deps: Deps): void {
  register(app, deps, contracts.patchOrder, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PatchOrder' })
    return { body: await patchOrder(deps, { orderId: params.orderId, patch: body, write }) }
  })
  register(app, deps, contracts.patchUpdateOrderLines, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PatchUpdateOrderLines' })
    return { body: await patchOrderLines(deps, { orderId: params.orderId, patches: body, write }) }
  })
  register(app, deps, contracts.patchLineItemIds, async (deps, request) => {
    const { orderId, lineItemIdMappings } = request.body
    const write = writeRequest(request, { operation: 'PatchLineItemIds' })
    return { body: await patchLineItemIds(deps, { orderId, mappings: lineItemIdMappings, write }) }
  })
}
