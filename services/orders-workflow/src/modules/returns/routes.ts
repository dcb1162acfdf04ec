import * as contracts from '@open-oms/contracts/orders/returns/routes'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import type { WorkflowResult } from '../workflow/transition-order.ts'
import { workflowRecorders } from '../workflow/workflow-response.ts'
import { createReplacement } from './create-replacement.ts'
import { createReturn } from './create-return.ts'
import { patchReturn } from './patch-return.ts'
import { searchReturns } from './search-returns.ts'

export function registerReturns(app: Server, deps: RunnerDeps): void {
  // The steps of the form's first status may call providers, so the request takes several
  // transactions.
  register(
    app,
    deps,
    contracts.createReturn,
    async (deps, request) => {
      const { params, query, body, caller } = request
      const { userId, ...unsigned } = body
      const write = writeRequest(request, { operation: 'Return', userId })
      const created = await createReturn(deps, {
        ...params,
        request: caller.isPerson ? unsigned : body,
        isDryRun: query.dryRun ?? false,
        write,
        ...workflowRecorders(request, toReturnResponse),
      })
      return toReturnResponse(created)
    },
    { transactions: 'from write' },
  )

  registerWrite(app, deps, contracts.patchReturn, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PatchReturn' })
    return { body: await patchReturn(deps, { ...params, patch: body, write }) }
  })

  register(
    app,
    deps,
    contracts.searchReturnOrders,
    async (deps, { caller, body }) => ({ body: await searchReturns(deps, caller, body) }),
    { transactions: 'separate' },
  )

  registerWrite(app, deps, contracts.createReplacementOrder, async (deps, request) => {
    const { body } = request
    const write = writeRequest(request, { operation: 'CreateReplacementOrder' })
    const saved = await createReplacement(deps, { orderId: body.orderId, request: body, write })
    const location = `/api/Orders/${encodeURIComponent(saved.order.id)}`
    return { ...orderResponse(saved), headers: { location } }
  })
}

function toReturnResponse({ saved, returnId }: WorkflowResult): RouteResponse {
  return { body: saved.order.returnOrderForms.find((form) => form.returnId === returnId) }
}
