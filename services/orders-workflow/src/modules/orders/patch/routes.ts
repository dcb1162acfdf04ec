import * as contracts from '@open-oms/contracts/orders/routes/patch-orders'
import { requirePermission } from '@open-oms/service-kit/authentication/caller'
import type { Server } from '@open-oms/service-kit/server/register-route'
import { registerWrite } from '../../../order/write/register-write.ts'
import { writeRequest } from '../../../order/write/write-context.ts'
import { dryRun } from '../../workflow/dry-run.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { patchOrder } from './patch-order.ts'

/** Registers the route that changes parts of an order. */
export function registerPatchOrder(app: Server, deps: RunnerDeps): void {
  registerWrite(app, deps, contracts.patchOrder, async (deps, request) => {
    const { params, query, body } = request
    const write = writeRequest(request, { operation: 'PatchOrder' })
    const patching = (by: RunnerDeps) => patchOrder(by, { orderId: params.orderId, patch: body, write })
    // It would tell whether a guess changes something.
    if (query.dryRun === true) requirePermission(request.caller, 'SeePersonalData')
    if (query.dryRun === true) return { body: await dryRun(deps, patching) }
    return { body: { ...(await patching(deps)), order: null } }
  })
}
