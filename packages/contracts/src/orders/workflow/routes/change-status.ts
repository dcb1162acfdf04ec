import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderCancellation } from '../order-cancellation.ts'
import { OrderWorkflowExecutionResult, StatusTransition, UpdateStatusPatch } from '../workflow.ts'

export const updateStatus = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/UpdateStatus',
  operationId: 'updateStatus',
  audit: 'WithEffect',
  summary: 'Sets the status of an order, or of one shipment, and runs the workflow steps of that status.',
  description:
    'The response says what each step did. `isAborted` is true when a step stopped the run; the order may then be partly updated. A request ' +
    'waits while the steps of another status of the order are under way, for 30 s at most; then it is 409 `ResourceLocked`, and nothing is ' +
    'written. An order whose type is not configured any more can be cancelled, and moves on with the configured type that `orderType` names. ' +
    'A result of type `ShippedGoodsCancelled` warns of goods that had left when they were cancelled, and names the way to put it right.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  body: InputModel(UpdateStatusPatch, ['status'], 'StatusPatch'),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

export const cancelOrder = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/Cancel',
  operationId: 'cancelOrder',
  permission: 'Cancel',
  audit: 'WithEffect',
  summary:
    'Cancels what of an order has not left, frees its stock, gives up its authorisations and pays back what was captured for it.',
  description:
    'Goods that were sent or delivered stay as they are, with their money; the order then keeps the status of its shipments. Repeated, it ' +
    'takes up what is left, such as a refund that failed. A dry run shows the payments that would be made. 400 `QuantityNotAvailable` where ' +
    'everything has left.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  body: InputModel(OrderCancellation, ['reason']),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

export const getTransitions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Transitions',
  operationId: 'getTransitions',
  summary: 'Returns for each status of the order type whether the order may move there, and what prevents it.',
  description:
    'A status that the order has and that was removed from the configuration comes last and is not allowed. An order whose type was removed ' +
    'has the statuses of the default type; it may enter the cancelled ones, and the others with `orderType` in UpdateStatus.',
  tags: ['Workflow'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  responses: { 200: Type.Array(StatusTransition) },
})

/** Every route that changes the status of an order or returns how it may change. */
export const changeStatusRoutes = [updateStatus, cancelOrder, getTransitions] as const
