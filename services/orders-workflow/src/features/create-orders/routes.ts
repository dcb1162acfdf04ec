import * as contracts from '@oms/contracts/orders/routes/create-orders'
import { JsonText } from '@oms/service-kit/server/answer'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { writeRequest } from '../../write-request.ts'
import { createOrder } from './create-order.ts'

/** Puts the routes that create orders on the server. */
export function registerCreateOrders(app: Server, deps: Deps): void {
  register(app, deps, contracts.createOrder, async (deps, request) => {
    const write = writeRequest({ ...request, ifMatch: null }, { operation: 'Create' })
    const saved = await createOrder(deps, { input: request.body, runWorkflow: request.query.runWorkflow ?? true, write })
    const location = `/api/Orders/${encodeURIComponent(saved.order.id as string)}`
    return { body: new JsonText(saved.document), version: saved.versionId, headers: { location } }
  })
}
