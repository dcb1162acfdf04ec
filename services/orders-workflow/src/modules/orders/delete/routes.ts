import * as contracts from '@open-oms/contracts/orders/routes/delete-orders'
import { requirePermission } from '@open-oms/service-kit/authentication/caller'
import type { Server } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../../order/write/order-response.ts'
import { registerWrite } from '../../../order/write/register-write.ts'
import { writeRequest } from '../../../order/write/write-context.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { deleteOrder, restoreOrder } from './delete-order.ts'
import { purgeOrder } from './purge-order.ts'

export function registerDeleteOrders(app: Server, deps: RunnerDeps): void {
  registerWrite(app, deps, contracts.deleteOrder, async (deps, request) => {
    const { params, query } = request
    const write = writeRequest(request, { operation: query.deletePermanently ? 'PurgeOrder' : 'DeleteOrder' })
    if (!query.deletePermanently) return orderResponse(await deleteOrder(deps, { ...params, write }))
    requirePermission(request.caller, 'Purge')
    await purgeOrder(deps, { ...params, write })
    return {}
  })

  registerWrite(app, deps, contracts.restoreOrder, async (deps, request) => {
    const write = writeRequest(request, { operation: 'RestoreOrder' })
    return orderResponse(await restoreOrder(deps, { ...request.params, write }))
  })
}
