import { Type } from '@sinclair/typebox'
import { described, InputModel, LINES_MAX, List } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute } from '../../route.ts'
import { CanceledLineCount, LineItemPropertiesPatch, OrderLineIdRequest } from '../lines/order-line-commands.ts'
import { Order } from '../order.ts'
import { OrderLine } from '../order-line.ts'
import { OrderId } from './order-params.ts'

/** Most orders of one cancellation across orders (orders.md#order-limits). */
export const CANCEL_ORDERS_MAX = 100

const NewLine = InputModel(OrderLine)
const params = Type.Object({ orderId: OrderId })
const sendNotifications = Type.Optional(
  Type.Boolean({ default: false, description: 'Informs the customer by e-mail which lines were cancelled.' }),
)

const addLines = {
  method: 'POST',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  params,
  query: Type.Object({
    shipmentId: Type.Optional(
      Type.String({ description: 'The shipment that takes the lines; the first that is not cancelled when left out.' }),
    ),
  }),
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
} as const

const linesDescription =
  'A line without `lineItemId` gets the highest number + 1; one whose id the order has already is refused. An order without ' +
  'shipments gets one that holds all its lines.'

export const addOrderLine = defineRoute({
  ...addLines,
  url: '/api/Orders/:orderId/OrderLines',
  operationId: 'addOrderLine',
  summary: 'Adds a line to an order and to one of its shipments.',
  description: linesDescription,
  body: NewLine,
})

export const addManyOrderLines = defineRoute({
  ...addLines,
  url: '/api/Orders/:orderId/AddManyOrderLines',
  operationId: 'addManyOrderLines',
  summary: 'Adds lines to an order and to one of its shipments.',
  description: linesDescription,
  body: List(NewLine, LINES_MAX),
  bodyLimit: BODY_LIMIT_BATCH,
})

export const cancelOrderLine = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/OrderLines/:lineItemId/Cancel',
  operationId: 'cancelOrderLine',
  audit: 'WithEffect',
  summary: 'Cancels the undelivered quantity of a line.',
  description:
    'In every shipment, what is delivered stays. Reservations are freed, components of a package are cancelled in proportion, and no step runs. ' +
    'A line of which nothing is left to cancel stays as it is. When the order takes a status with it, the request waits for a run of another status ' +
    'that is under way; after 30 seconds it is 409 `ResourceLocked`.',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  params: Type.Object({
    orderId: OrderId,
    lineItemId: described(Type.String(), 'The `lineItemId` of the line. 404 when the order has no such line.'),
  }),
  query: Type.Object({ sendNotifications }),
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

export const cancelOrderLines = defineRoute({
  method: 'POST',
  url: '/api/Orders/OrderLines/Cancel',
  operationId: 'cancelOrderLines',
  audit: 'WithEffect',
  summary: 'Cancels lines of several orders and returns how many were cancelled now.',
  description:
    `At most ${CANCEL_ORDERS_MAX} orders; each is changed as a whole or not at all. Orders and lines that are unknown, deleted or ` +
    'read-only, or of a store that the token does not cover, are passed over and not counted. So is an order that is being changed, or that ' +
    'would take a status while a run of another one is under way: send it again later.',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  query: Type.Object({ sendNotifications }),
  body: Type.Array(InputModel(OrderLineIdRequest, ['orderId', 'lineItemIds'], 'OrderLineIdRequest')),
  responses: { 200: CanceledLineCount },
  bodyLimit: BODY_LIMIT_BATCH,
})

export const addOrderLineProperties = defineRoute({
  method: 'PUT',
  url: '/api/Orders/:orderId/AddOrderLineProperties',
  operationId: 'addOrderLineProperties',
  summary: 'Adds properties to lines, or updates those of the same key and group.',
  description: 'With an unknown line the response is 404, and nothing is written.',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  params,
  body: List(InputModel(LineItemPropertiesPatch, ['lineItemId', 'properties'], 'LineItemPropertiesPatch'), LINES_MAX),
  bodyLimit: BODY_LIMIT_BATCH,
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

/** Every route that adds, cancels or annotates lines. */
export const orderLinesRoutes = [
  addOrderLine,
  addManyOrderLines,
  cancelOrderLine,
  cancelOrderLines,
  addOrderLineProperties,
] as const
