import * as contracts from '@open-oms/contracts/orders/routes/create-orders'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { Server, TypedRequest } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../../order/write/order-response.ts'
import { registerWrite } from '../../../order/write/register-write.ts'
import { writeRequest } from '../../../order/write/write-context.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { createNumberedOrder } from './create-numbered-order.ts'
import { type CreatedOrder, type CreateOrder, createOrder, createPosOrder } from './create-order.ts'

export function registerCreateOrders(app: Server, deps: RunnerDeps): void {
  registerWrite(app, deps, contracts.createOrder, async (deps, request) =>
    created(await createOrder(deps, toCreateCommand(request))),
  )

  registerWrite(app, deps, contracts.createNumberedOrder, async (deps, request) =>
    created(await createNumberedOrder(deps, toCreateCommand(request))),
  )

  registerWrite(app, deps, contracts.createPosOrder, async (deps, request) =>
    created(await createPosOrder(deps, toCreateCommand(request))),
  )
}

type CreateRequest =
  | TypedRequest<typeof contracts.createOrder>
  | TypedRequest<typeof contracts.createNumberedOrder>
  | TypedRequest<typeof contracts.createPosOrder>

function toCreateCommand(request: CreateRequest): CreateOrder {
  const write = writeRequest({ ...request, ifMatch: null }, { operation: 'Create' })
  return { input: request.body, runWorkflow: request.query.runWorkflow ?? true, write }
}

function created(saved: CreatedOrder): RouteResponse {
  const location = `/api/Orders/${encodeURIComponent(saved.order.id)}`
  return { ...orderResponse(saved), headers: { location } }
}
