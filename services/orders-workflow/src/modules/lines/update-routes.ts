import * as contracts from '@open-oms/contracts/orders/routes/order-lines-update'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { workflowRecorders, workflowResponse } from '../workflow/workflow-response.ts'
import { updateOrderLines } from './update-order-lines.ts'

/** Registers the route that changes units of lines and runs the workflow. */
export function registerOrderLinesUpdate(app: Server, deps: RunnerDeps): void {
  // A step may call an external system, so the request is several transactions; the last one stores
  // the response for repeats.
  register(
    app,
    deps,
    contracts.orderLinesUpdate,
    async (deps, request) => {
      const { params, query, body } = request
      const result = await updateOrderLines(deps, {
        orderId: params.orderId,
        patch: body,
        isDryRun: query.dryRun ?? false,
        write: writeRequest(request, { operation: 'OrderLinesUpdate', userId: body.userId }),
        ...workflowRecorders(request, workflowResponse),
      })
      return workflowResponse(result)
    },
    { transactions: 'from write' },
  )
}
