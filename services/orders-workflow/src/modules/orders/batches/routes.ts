import type { OrderBatchResult } from '@open-oms/contracts/orders/batch'
import type { OrderOperation } from '@open-oms/contracts/orders/order-version'
import {
  addOrders as addOrdersContract,
  importOrders as importOrdersContract,
} from '@open-oms/contracts/orders/routes/create-orders'
import { updateOrders as updateOrdersContract } from '@open-oms/contracts/orders/routes/update-orders'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { writeRequest } from '../../../order/write/write-context.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { addOrders } from './add-orders.ts'
import { importOrders } from './import-orders.ts'
import { batchPreferences } from './read-batch.ts'
import type { BatchCommand } from './run-batch.ts'
import { updateOrders } from './update-orders.ts'

export function registerOrderBatches(app: Server, deps: RunnerDeps): void {
  register(app, deps, addOrdersContract, async (deps, request) => {
    const command = toBatchCommand(request, 'AddMany')
    return toBatchResponse(command, await addOrders(deps, { ...command, runWorkflow: request.query.runWorkflow ?? false }))
  })

  register(app, deps, importOrdersContract, async (deps, request) => {
    const command = { ...toBatchCommand(request, 'ImportMany'), dryRun: request.query.dryRun ?? false }
    return toBatchResponse(command, await importOrders(deps, command))
  })

  register(app, deps, updateOrdersContract, async (deps, request) => {
    const command = toBatchCommand(request, 'UpdateMany')
    return toBatchResponse(command, await updateOrders(deps, { ...command, runWorkflow: request.query.runWorkflow ?? false }))
  })
}

type BatchRequest =
  | TypedRequest<typeof addOrdersContract>
  | TypedRequest<typeof importOrdersContract>
  | TypedRequest<typeof updateOrdersContract>

function toBatchCommand(request: BatchRequest, operation: OrderOperation): BatchCommand {
  const write = writeRequest({ ...request, ifMatch: null }, { operation })
  return { body: request.body, preferences: batchPreferences(request.headers), write }
}

function toBatchResponse({ preferences }: BatchCommand, results: OrderBatchResult[]): RouteResponse {
  if (!preferences.continues && !preferences.wantsResults) return { status: 204 }
  const headers: Record<string, string> = preferences.wantsResults ? { 'preference-applied': 'return=representation' } : {}
  return { status: 200, body: { results }, headers }
}
