import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute, ErrorBody } from '../../route.ts'
import { Order } from '../order.ts'
import { OrderPatchUpdateResult, ReturnOrderFormPatch } from '../order-patch.ts'
import { OrderId } from '../routes/order-params.ts'
import { OrderWorkflowExecutionResult, UpdateStatusPatch } from '../workflow/workflow.ts'
import { ReplacementRequestModel, ReturnRequestModel } from './return-requests.ts'
import { ReturnOrderSearchRequest, ReturnOrderSearchResult } from './return-search.ts'
import { ReturnOrderForm } from './returns.ts'

const tags = ['Returns']
const params = Type.Object({ orderId: OrderId })

export const createReturn = defineRoute({
  method: 'POST',
  url: '/api/Returns/:orderId/Return',
  operationId: 'createReturn',
  audit: 'WithEffect',
  summary: 'Takes delivered units of an order back: makes a return form.',
  description:
    'Only what was delivered and is not in a return form yet; more is 400. The form enters its status, whose steps run before the response, as ' +
    'far as they do not run in the background. `creditAmount` of a line is per unit. Exchange options make an order of its own, linked ' +
    'both ways, in the same write.',
  tags,
  access: ['OrderAdmin'],
  params,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Dry run: returns the form as it would be; nothing is kept, sent or called, and no number is used.',
      }),
    ),
  }),
  body: InputModel(ReturnRequestModel, [], 'ReturnRequest'),
  bodyLimit: BODY_LIMIT_BATCH,
  responses: { 200: ReturnOrderForm },
  requestHeaders: ['If-Match'],
})

export const updateReturnStatus = defineRoute({
  method: 'POST',
  url: '/api/Returns/:orderId/UpdateStatus',
  operationId: 'updateReturnStatus',
  audit: 'WithEffect',
  summary: 'Sets the status of a return form and runs the workflow steps of that status.',
  description: 'The same as `UpdateStatus` of the order with a `returnId`, which is required here.',
  tags,
  access: ['OrderAdmin'],
  params,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  body: InputModel(UpdateStatusPatch, ['status', 'returnId'], 'ReturnStatusPatch'),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

export const patchReturn = defineRoute({
  method: 'PATCH',
  url: '/api/Returns/:orderId/:returnId',
  operationId: 'patchReturn',
  audit: 'WithEffect',
  summary: 'Changes the parts of a return form that are sent and leaves the others as they are.',
  description:
    'Lists are merged by their natural keys. More units than were delivered, and more credit than there is, are 400. `creditAmount` follows the ' +
    'total of the form as long as it is equal to it. No workflow runs.',
  tags,
  access: ['OrderAdmin'],
  params: Type.Object({
    orderId: OrderId,
    returnId: described(Type.String(), 'The `returnId` of the form. 404 when the order has no such form.'),
  }),
  body: InputModel(ReturnOrderFormPatch, [], 'ReturnPatch'),
  responses: { 200: OrderPatchUpdateResult },
  requestHeaders: ['If-Match'],
})

export const searchReturnOrders = defineRoute({
  method: 'POST',
  url: '/api/Returns/SearchReturnOrders',
  operationId: 'searchReturnOrders',
  audit: 'BulkRead',
  summary: 'Searches return forms of all orders, newest first. Without facets.',
  description:
    'All filters must hold. `take` × `page` is at most 10,000; `after` reads on without a limit. ' +
    'Only forms of orders of the stores of the caller are found.',
  tags,
  access: ['OrderRead'],
  body: ReturnOrderSearchRequest,
  responses: { 200: ReturnOrderSearchResult },
})

export const createReplacementOrder = defineRoute({
  method: 'POST',
  url: '/api/Returns/CreateReplacementOrder',
  operationId: 'createReplacementOrder',
  audit: 'WithEffect',
  summary: 'Creates an order of type Replacement for units of lines of another order, linked both ways.',
  description:
    'The total of the new order is zero, unless `amountToCredit` is less than its lines are worth. Of a line no more units can be replaced than are ' +
    'ordered and not cancelled.',
  tags,
  access: ['OrderAdmin'],
  requestHeaders: ['If-Match'],
  body: InputModel(ReplacementRequestModel, ['orderId', 'orderLineReplacements'], 'ReplacementRequest'),
  responses: { 201: Order, 404: ErrorBody },
  carriesVersion: true,
  allowsMinimal: true,
})

/** Every route of returns. */
export const returnsRoutes = [createReturn, updateReturnStatus, patchReturn, searchReturnOrders, createReplacementOrder] as const
