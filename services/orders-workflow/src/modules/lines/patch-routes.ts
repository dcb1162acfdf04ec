import * as contracts from '@oms/contracts/orders/routes/patch-orders'
import { register, type Server } from '@oms/service-kit/http/register-route'
import { writeRequest } from '../../order/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { patchLineItemIds } from './patch-line-item-ids.ts'
import { patchOrderLines } from './patch-order-lines.ts'

/** Registers the routes that change parts and ids of lines. */
export function registerPatchLines(app: Server, deps: RunnerDeps): void {
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
