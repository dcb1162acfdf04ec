import * as contracts from '@open-oms/contracts/orders/routes/holds'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { holdOrder, listHolds, releaseHold } from './hold-order.ts'

export function registerHolds(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.listHolds, async (deps, { params, caller }) => ({
    body: await listHolds(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId) }),
  }))

  registerWrite(app, deps, contracts.holdOrder, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'HoldOrder', userId: body.userId })
    return orderResponse(await holdOrder(deps, { orderId: params.orderId, request: body, write }))
  })

  registerWrite(app, deps, contracts.releaseHold, async (deps, request) => {
    const { params, body } = request
    const { note = null, userId } = body ?? {}
    const write = writeRequest(request, { operation: 'ReleaseHold', userId })
    return orderResponse(await releaseHold(deps, { ...params, note, write }))
  })
}
