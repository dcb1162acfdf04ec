import * as contracts from '@oms/contracts/orders/routes/change-status'
import { isInScope } from '@oms/service-kit/server/caller'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { writeRequest } from '../../write-request.ts'
import { listTransitions } from './list-transitions.ts'
import { updateStatus } from './update-status.ts'
import { workflowAnswer } from './workflow-result.ts'

/** Puts the routes that change the status of an order, or tell how it may change, on the server. */
export function registerChangeStatus(app: Server, deps: Deps): void {
  // A step may call the outside, so the request is several transactions; the last one keeps the answer for repeats.
  register(
    app,
    deps,
    contracts.updateStatus,
    async (deps, request) => {
      const { params, query, body } = request
      const write = writeRequest(request, { operation: 'UpdateStatus', userId: body.userId })
      const result = await updateStatus(deps, {
        orderId: params.orderId,
        patch: body,
        isRehearsal: query.dryRun ?? false,
        write,
        record: (tx, reached) => request.recordAnswer(tx, workflowAnswer(reached)),
      })
      return workflowAnswer(result)
    },
    { transactions: 'separate' },
  )

  register(app, deps, contracts.getTransitions, async (deps, { params, caller }) => {
    return { body: await listTransitions(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId) }) }
  })
}
