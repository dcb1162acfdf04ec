import { updateReturnStatus } from '@open-oms/contracts/orders/returns/routes'
import * as contracts from '@open-oms/contracts/orders/workflow/routes/change-status'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../order/write/write-context.ts'
import { cancelOrder } from './cancel-order.ts'
import { listTransitions } from './list-transitions.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { updateStatus } from './update-status.ts'
import { workflowRecorders, workflowResponse } from './workflow-response.ts'

export function registerChangeStatus(app: Server, deps: RunnerDeps): void {
  // A step may call an external system, so the request is several transactions; the last one stores
  // the response for repeats.
  const fromWrite = { transactions: 'from write' } as const
  register(app, deps, contracts.updateStatus, (deps, request) => respondToUpdate(deps, request), fromWrite)
  register(app, deps, updateReturnStatus, (deps, request) => respondToUpdate(deps, request), fromWrite)

  register(
    app,
    deps,
    contracts.cancelOrder,
    async (deps, request) => {
      const { params, query, body } = request
      const result = await cancelOrder(deps, {
        orderId: params.orderId,
        cancellation: body,
        isDryRun: query.dryRun ?? false,
        write: writeRequest(request, { operation: 'CancelOrder', userId: body.userId }),
        ...workflowRecorders(request, workflowResponse),
      })
      return workflowResponse(result)
    },
    fromWrite,
  )

  register(app, deps, contracts.getTransitions, async (deps, { params, caller }) => {
    return { body: await listTransitions(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId) }) }
  })
}

type StatusRequest = TypedRequest<typeof contracts.updateStatus> | TypedRequest<typeof updateReturnStatus>

async function respondToUpdate(deps: RunnerDeps, request: StatusRequest): Promise<RouteResponse> {
  const { params, query, body } = request
  const result = await updateStatus(deps, {
    orderId: params.orderId,
    patch: body,
    isDryRun: query.dryRun ?? false,
    write: writeRequest(request, { operation: 'UpdateStatus', userId: body.userId }),
    ...workflowRecorders(request, workflowResponse),
  })
  return workflowResponse(result)
}
