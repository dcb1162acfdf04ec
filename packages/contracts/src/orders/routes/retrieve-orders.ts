import { Type } from '@sinclair/typebox'
import { described, Model, Text } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'
import { OrderId } from './order-params.ts'

/**
 * Most orders of one ByIds (orders.md#order-reads), and most ids of one ExistMany
 * (orders.md#customer-orders).
 */
const BY_IDS_MAX = 100
const EXIST_MANY_MAX = 1_000

export const getOrder = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId',
  operationId: 'getOrder',
  summary: 'Reads one order by its id.',
  description:
    'Returns the whole order, also a deleted one (`status` `Deleted`). `ETag` is its version, to be sent as `If-Match` with a write. 404 for an unknown or purged order.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  responses: { 200: Order },
  carriesVersion: true,
  omitsEmpty: true,
})

const existsBase = {
  url: '/api/Orders/:orderId/Exists',
  description: 'Deleted orders exist, purged ones do not. The response has no body.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  responses: { 200: null },
} as const

export const orderExists = defineRoute({
  ...existsBase,
  method: 'HEAD',
  operationId: 'orderExists',
  summary: 'Returns whether an order exists.',
})

/** Without it, `Exists` in a GET would read as the id of a version. */
export const orderExistsByGet = defineRoute({
  ...existsBase,
  method: 'GET',
  operationId: 'orderExistsByGet',
  summary: 'The same for clients that cannot send HEAD.',
})

export const getOrderByCart = defineRoute({
  method: 'GET',
  url: '/api/Orders/carts/:cartId',
  operationId: 'getOrderByCart',
  summary: 'Reads the order that was created from a cart.',
  description: 'The newest one when there are several. Deleted orders are not found by their cart.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ cartId: described(Type.String(), 'The cart, as orders have it in `orderForm.cartId`.') }),
  responses: { 200: Order },
  carriesVersion: true,
  omitsEmpty: true,
})

/** The orders of a list of ids, and those of the ids that no order has. */
export const GetMultipleResponse = Model(
  'GetMultipleResponse',
  {
    orders: described(Type.Array(Order), 'The orders that there are, in the order asked, each once.'),
    missingIds: described(Type.Array(Text), 'The ids that no order has, or none that the client may read.'),
  },
  'Orders by their ids, and the ids without one.',
)

export const getOrdersByIds = defineRoute({
  method: 'GET',
  url: '/api/Orders/GetOrders/ByIds',
  operationId: 'getOrdersByIds',
  audit: 'BulkRead',
  summary: 'Reads orders by their ids.',
  description: 'Both lists are in the order asked, each id once. Deleted orders are given.',
  tags: ['Orders'],
  access: ['OrderRead'],
  query: Type.Object({
    ids: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: BY_IDS_MAX,
      description: 'The ids of the orders; repeat the key for more than one.',
    }),
  }),
  responses: { 200: GetMultipleResponse },
  omitsEmpty: true,
})

export const ordersExist = defineRoute({
  method: 'POST',
  url: '/api/Orders/ExistMany',
  operationId: 'ordersExist',
  summary: 'Returns which of some ids belong to orders.',
  description: 'Returns the ids that were found, in the order asked, each once. Deleted orders exist.',
  tags: ['Orders'],
  access: ['OrderRead'],
  body: Type.Array(Type.String(), { minItems: 1, maxItems: EXIST_MANY_MAX }),
  responses: { 200: Type.Array(Text) },
})

/**
 * Every route that reads orders by their keys. HEAD is before GET of the same path, which would
 * otherwise add its own.
 */
export const retrieveOrdersRoutes = [
  getOrder,
  orderExists,
  orderExistsByGet,
  getOrderByCart,
  getOrdersByIds,
  ordersExist,
] as const
