import { Type } from '@sinclair/typebox'
import { InputModel } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute } from '../../route.ts'
import { NewOrder, OrderBatch, OrderBatchResults } from '../batch.ts'
import { Order } from '../order.ts'

const common =
  'Calculated values that are sent are ignored. `billingCurrency` is a code of ISO 4217, kept in upper case; without one the currency of ' +
  'the market counts. The order enters its status: steps that ask nobody outside run in the same ' +
  'write, the others in the background, and the response does not wait for them.'

const created = {
  tags: ['Orders'],
  access: ['OrderAdmin'],
  query: Type.Object({
    runWorkflow: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the order enters its status with its steps; `false` writes the order only.',
      }),
    ),
  }),
  responses: { 201: Order },
  carriesVersion: true,
  allowsMinimal: true,
} as const

export const createOrder = defineRoute({
  ...created,
  method: 'POST',
  url: '/api/Orders',
  operationId: 'createOrder',
  summary: 'Creates an order.',
  description: `The id must be unique across all markets; without one the order number is taken. ${common}`,
  body: NewOrder,
})

export const createNumberedOrder = defineRoute({
  ...created,
  method: 'PUT',
  url: '/api/Orders',
  operationId: 'createNumberedOrder',
  summary: 'Creates an order, with a number of the number sequence of its type where none is sent.',
  description:
    'Without an id the order number is taken, without a status the first one of the order type. An id that is taken is 409: this ' +
    `does not replace an order. ${common}`,
  body: InputModel(Order, ['storeId', 'orderType'], 'NewNumberedOrder'),
})

export const createPosOrder = defineRoute({
  ...created,
  method: 'PUT',
  url: '/api/Orders/PosOrders',
  operationId: 'createPosOrder',
  permission: 'Till',
  summary: 'Creates an order of a point of sale: of type Pos and completed.',
  description:
    'Type and status are always `Pos` and `Completed`. Without an id the order number is taken; lines without an id are numbered. ' +
    common,
  body: InputModel(Order, ['marketId', 'orderNumber', 'storeId'], 'NewPosOrder'),
})

const batch = {
  method: 'POST',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  body: OrderBatch,
  responses: { 200: OrderBatchResults, 204: null },
  requestHeaders: ['Error-Policy', 'Prefer'],
  headers: ['Preference-Applied'],
  bodyLimit: BODY_LIMIT_BATCH,
} as const

const batchRules =
  'At most 1,000 orders. All rows are checked before anything is written, and `errors` names what is wrong by row: `[3].storeId`. ' +
  '`Error-Policy: continue` writes the good rows all the same and returns 200 with what became of each; ' +
  '`Prefer: return=representation` has this response also when all rows were written.'

export const addOrders = defineRoute({
  ...batch,
  url: '/api/Orders/AddMany',
  operationId: 'addOrders',
  audit: 'WithEffect',
  summary: 'Creates many orders; those whose id is taken are skipped.',
  description: `${batchRules} Workflows run only with \`runWorkflow=true\`: the first steps of up to 100 orders with the write, the others in the background.`,
  query: Type.Object({
    runWorkflow: Type.Optional(
      Type.Boolean({ default: false, description: '`true` runs the workflow of the first status of each order.' }),
    ),
  }),
})

export const importOrders = defineRoute({
  ...batch,
  url: '/api/Orders/ImportMany',
  operationId: 'importOrders',
  audit: 'WithEffect',
  summary: 'Takes many orders over from another system; those whose id is taken are skipped.',
  description:
    `${batchRules} No workflow runs and nothing is sent. Dates, numbers and statuses are kept as they are sent. Amounts are calculated ` +
    'again unless setting `recalculateOnImport` is false; then those that are sent are kept, and must add up.',
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Dry run: checks every row and says what would become of it; nothing is written.',
      }),
    ),
  }),
})

/** Every route that creates orders. */
export const createOrdersRoutes = [createOrder, createNumberedOrder, createPosOrder, addOrders, importOrders] as const
