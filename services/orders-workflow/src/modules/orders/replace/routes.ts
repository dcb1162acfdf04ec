import * as contracts from '@open-oms/contracts/orders/routes/update-orders'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../../order/write/write-context.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { workflowRecorders, workflowResponse } from '../../workflow/workflow-response.ts'
import { type UpdateResult, updateOrder } from './update-order.ts'

export function registerUpdateOrders(app: Server, deps: RunnerDeps): void {
  // A step may call an external system, so the request is several transactions; the last one stores
  // the response for repeats.
  const transactions = 'from write'
  register(app, deps, contracts.updateOrder, (deps, request) => updated(deps, request, request.query.runWorkflow ?? false), {
    transactions,
  })
  register(app, deps, contracts.replaceOrder, (deps, request) => updated(deps, request, false), { transactions })
}

type UpdateRequest = TypedRequest<typeof contracts.updateOrder> | TypedRequest<typeof contracts.replaceOrder>

async function updated(deps: RunnerDeps, request: UpdateRequest, runWorkflow: boolean): Promise<RouteResponse> {
  const write = writeRequest(request, { operation: 'Update' })
  const result = await updateOrder(deps, {
    input: request.body,
    runWorkflow,
    write,
    ...workflowRecorders(request, toUpdateResponse),
  })
  return toUpdateResponse(result)
}

function toUpdateResponse({ overwritten, ...result }: UpdateResult): RouteResponse {
  const response = workflowResponse(result)
  return overwritten.length === 0 ? response : { ...response, headers: { 'overwrote-versions': overwritten.join(', ') } }
}
