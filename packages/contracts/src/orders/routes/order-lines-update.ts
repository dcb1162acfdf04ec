import { Type } from '@sinclair/typebox'
import { InputModel } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute } from '../../route.ts'
import { UpdateLineItemStatusPatch } from '../lines/line-updates.ts'
import { OrderWorkflowExecutionResult } from '../workflow/workflow.ts'
import { OrderId } from './order-params.ts'

export const orderLinesUpdate = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/OrderLinesUpdate',
  operationId: 'orderLinesUpdate',
  audit: 'WithEffect',
  summary:
    'Delivers, cancels, splits off and reallocates units of lines of one shipment, and runs the workflow steps of the status for it.',
  description:
    '`deliveredQuantity`, `canceledQuantity` and `readyForPickupQuantity` are the amounts of the targeted shipment after the call, so that a ' +
    'repeated request changes nothing; zero leaves an amount alone. `splitQuantity` and `reallocateQuantity` are units to move: to a new ' +
    'shipment, and to the shipment of `shipmentInfo.warehouseCode`. With a `shipmentId` that the order does not have, what is delivered, ' +
    'cancelled or made ready moves to a new shipment of that id; without one the first shipment is meant. The status goes to the targeted ' +
    'shipment; what is split off or reallocated keeps its status. A request waits for the steps of another status as `UpdateStatus` does.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  body: InputModel(UpdateLineItemStatusPatch, ['status', 'lineItemUpdates'], 'LineStatusPatch'),
  bodyLimit: BODY_LIMIT_BATCH,
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

/** The route that changes units of lines and runs the workflow. */
export const orderLinesUpdateRoutes = [orderLinesUpdate] as const
