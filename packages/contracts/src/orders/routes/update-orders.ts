import { Type } from '@sinclair/typebox'
import { InputModel } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute, ErrorBody } from '../../route.ts'
import { OrderBatch, OrderBatchResults } from '../batch.ts'
import { Order } from '../order.ts'
import { OrderWorkflowExecutionResult } from '../workflow/workflow.ts'

const updated = {
  url: '/api/Orders/Update',
  summary: 'Replaces an order by the one that is sent.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  body: InputModel(Order, ['id', 'storeId', 'status', 'orderType'], 'OrderUpdate'),
  responses: { 200: OrderWorkflowExecutionResult, 404: ErrorBody },
  headers: ['Overwrote-Versions'],
  carriesVersion: true,
} as const

const replacing =
  'What is left out is emptied, but for `created`, `orderNumber`, `secretKey`, the market and what only steps and calculation set. The ' +
  'last write wins: header `Overwrote-Versions` names the versions that came after the `versionId` that was sent. `If-Match`, or setting ' +
  '`rejectStaleVersions`, refuses instead.'

export const updateOrder = defineRoute({
  ...updated,
  method: 'POST',
  operationId: 'updateOrder',
  audit: 'WithEffect',
  description: `${replacing} With \`runWorkflow=true\` the order then enters its status, as UpdateStatus does.`,
  query: Type.Object({
    runWorkflow: Type.Optional(Type.Boolean({ default: false, description: '`true` runs the workflow of the status.' })),
  }),
})

export const replaceOrder = defineRoute({
  ...updated,
  method: 'PUT',
  operationId: 'replaceOrder',
  audit: 'WithEffect',
  description: `${replacing} No workflow runs.`,
})

export const updateOrders = defineRoute({
  method: 'POST',
  url: '/api/Orders/UpdateMany',
  operationId: 'updateOrders',
  audit: 'WithEffect',
  summary: 'Creates or replaces many orders.',
  description:
    'At most 1,000 orders. All rows are checked before anything is written, and `errors` names what is wrong by row: `[3].storeId`. ' +
    '`Error-Policy: continue` writes the good rows all the same and returns 200 with what became of each; ' +
    '`Prefer: return=representation` has this response also when all rows were written. Workflows run only with `runWorkflow=true`, in the background.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  query: Type.Object({
    runWorkflow: Type.Optional(
      Type.Boolean({ default: false, description: '`true` runs the workflow of the status of each order.' }),
    ),
  }),
  body: OrderBatch,
  responses: { 200: OrderBatchResults, 204: null, 412: ErrorBody },
  requestHeaders: ['Error-Policy', 'Prefer'],
  headers: ['Preference-Applied'],
  bodyLimit: BODY_LIMIT_BATCH,
})

/** Every route that replaces orders. */
export const updateOrdersRoutes = [updateOrder, replaceOrder, updateOrders] as const
