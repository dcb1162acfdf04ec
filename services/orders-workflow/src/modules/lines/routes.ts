import * as contracts from '@open-oms/contracts/orders/routes/order-lines'
import * as patchContracts from '@open-oms/contracts/orders/routes/patch-orders'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { addOrderLineProperties, addOrderLines } from './add-order-lines.ts'
import { cancelOrderLine } from './cancel-order-line.ts'
import { cancelOrderLines } from './cancel-order-lines.ts'
import { patchLineItemIds } from './patch-line-item-ids.ts'
import { patchOrderLines } from './patch-order-lines.ts'

export function registerOrderLines(app: Server, deps: RunnerDeps): void {
  registerPatchLines(app, deps)

  registerWrite(app, deps, contracts.addOrderLine, async (deps, request) => {
    const { params, query, body } = request
    const write = writeRequest(request, { operation: 'AddOrderLine' })
    return orderResponse(
      await addOrderLines(deps, { ...params, shipmentId: query.shipmentId || undefined, lines: [body], isOne: true, write }),
    )
  })

  registerWrite(app, deps, contracts.addManyOrderLines, async (deps, request) => {
    const { params, query, body } = request
    const write = writeRequest(request, { operation: 'AddManyOrderLines' })
    return orderResponse(
      await addOrderLines(deps, { ...params, shipmentId: query.shipmentId || undefined, lines: body, isOne: false, write }),
    )
  })

  // It may wait for another run, and does so outside any transaction.
  const transactions = 'from write'
  const cancelling = async (deps: RunnerDeps, request: TypedRequest<typeof contracts.cancelOrderLine>) => {
    const saved = await cancelOrderLine(deps, {
      ...request.params,
      sendNotifications: request.query.sendNotifications ?? false,
      write: writeRequest(request, { operation: 'CancelOrderLine' }),
      record: (tx, written) => request.recordResponse(tx, orderResponse(written)),
    })
    return orderResponse(saved)
  }
  register(app, deps, contracts.cancelOrderLine, cancelling, { transactions })

  register(app, deps, contracts.cancelOrderLines, async (deps, request) => {
    const { query, body } = request
    // A version in If-Match is that of one order; a list of orders has none.
    const write = writeRequest({ ...request, ifMatch: null, keyed: null }, { operation: 'CancelOrderLines' })
    return {
      body: await cancelOrderLines(deps, { references: body, sendNotifications: query.sendNotifications ?? false, write }),
    }
  })

  registerWrite(app, deps, contracts.addOrderLineProperties, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'AddOrderLineProperties' })
    return orderResponse(await addOrderLineProperties(deps, { ...params, patches: body, write }))
  })
}

function registerPatchLines(app: Server, deps: RunnerDeps): void {
  registerWrite(app, deps, patchContracts.patchUpdateOrderLines, async (deps, request) => {
    const { params, body } = request
    const write = writeRequest(request, { operation: 'PatchUpdateOrderLines' })
    return { body: await patchOrderLines(deps, { orderId: params.orderId, patches: body, write }) }
  })
  registerWrite(app, deps, patchContracts.patchLineItemIds, async (deps, request) => {
    const { orderId, lineItemIdMappings } = request.body
    const write = writeRequest(request, { operation: 'PatchLineItemIds' })
    return { body: await patchLineItemIds(deps, { orderId, mappings: lineItemIdMappings, write }) }
  })
}
