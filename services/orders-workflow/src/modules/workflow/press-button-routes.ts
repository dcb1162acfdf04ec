import { DomainError } from '@open-oms/contracts/errors'
import { pressButton as contract } from '@open-oms/contracts/orders/routes/press-button'
import { requirePermission } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../order/write/write-context.ts'
import { pressButton } from './press-button.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { workflowRecorders, workflowResponse } from './workflow-response.ts'

export function registerPressButton(app: Server, deps: RunnerDeps): void {
  // A service is asked, so the request is several transactions.
  register(
    app,
    deps,
    contract,
    async (deps, request) => {
      const { params, query, body, caller } = request
      const button = deps.config().consolePlaces.buttons.find(({ id }) => id === params.buttonId)
      if (button === undefined) throw new DomainError('NotFound', `There is no button "${params.buttonId}".`)
      if (button.permission !== null) requirePermission(caller, button.permission)
      const result = await pressButton(deps, {
        button,
        orderId: params.orderId,
        isDryRun: query.dryRun ?? false,
        write: writeRequest(request, { operation: 'PressButton', userId: body?.userId }),
        ...workflowRecorders(request, workflowResponse),
      })
      return workflowResponse(result)
    },
    { transactions: 'from write' },
  )
}
