import { Type } from '@sinclair/typebox'
import { DateTime, PAGE_NUMBER_MAX, Text } from '../../../primitives.ts'
import { defineRoute, ErrorBody } from '../../../route.ts'
import { Order } from '../../order.ts'
import { FILTER_VALUES_MAX, OrderSearchResult, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../search.ts'

const optional = Type.Optional
const Values = Type.Array(Text, { maxItems: FILTER_VALUES_MAX })

const base = { method: 'GET', tags: ['Orders'], access: ['OrderRead'] } as const
const page = {
  page: optional(
    Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1, description: '`page` × `pageSize` is at most 10,000.' }),
  ),
  pageSize: optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
}
const filters = {
  status: optional(
    Type.Array(Text, {
      maxItems: FILTER_VALUES_MAX,
      description: 'In any letter case. Deleted orders are listed only when `Deleted` is among them.',
    }),
  ),
  changedSince: optional(Type.Unsafe<string>({ ...DateTime, description: 'Modified later than this.' })),
  orderTypes: optional(Values),
  filterOnWarehouse: optional(
    Type.Boolean({ description: 'Compares `storeId` with the warehouses of the shipments instead of the selling store.' }),
  ),
}
const oldestChangeFirst = 'Ordered by the time of the last change, oldest first.'

export const getOrders = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders',
  operationId: 'getOrders',
  summary: 'Lists the orders of stores.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({ storeId: Values, ...filters, ...page }),
  responses: { 200: OrderSearchResult },
})

export const getOrdersByOrderType = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders/ByOrderType',
  operationId: 'getOrdersByOrderType',
  summary: 'Lists orders by their types.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({ storeId: optional(Values), ...filters, ...page }),
  responses: { 200: OrderSearchResult },
})

export const countOrders = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders/Count',
  operationId: 'countOrders',
  summary: 'Counts orders.',
  reads: 'standby',
  query: Type.Object({ storeId: optional(Values), ...filters }),
  responses: { 200: Type.Integer({ minimum: 0 }) },
})

export const getOrdersForPickUpPoint = defineRoute({
  ...base,
  url: '/api/Orders/GetOrdersForPickUpPoint',
  operationId: 'getOrdersForPickUpPoint',
  summary: 'Lists the orders of which a shipment leaves from one of the stores, as its warehouse.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({ storeId: Values, ...filters, ...page }),
  responses: { 200: OrderSearchResult },
})

export const getCustomerOrders = defineRoute({
  ...base,
  url: '/api/Orders/Customers/:customerId/Orders',
  operationId: 'getCustomerOrders',
  summary: 'Lists the orders of a customer, newest first.',
  reads: 'standby',
  params: Type.Object({ customerId: Type.String() }),
  query: Type.Object(page),
  responses: { 200: OrderSearchResult },
})

export const getOrdersForCustomer = defineRoute({
  ...base,
  url: '/api/Orders/GetOrdersForCustomer',
  operationId: 'getOrdersForCustomer',
  summary: 'Lists the orders of a customer who is known by id, phone number or e-mail address, newest first.',
  description: 'At least one of the three is required; the orders have all that are given.',
  reads: 'standby',
  query: Type.Object({
    customerId: optional(Text),
    phone: optional(Type.String({ description: 'Compared by its digits.' })),
    email: optional(Type.String({ description: 'In any letter case.' })),
    storeId: optional(Values),
    ...page,
  }),
  responses: { 200: OrderSearchResult },
})

export const getOrderForCustomer = defineRoute({
  ...base,
  url: '/api/Orders/GetOrderForCustomer',
  operationId: 'getOrderForCustomer',
  summary: 'Reads an order if it is of the customer.',
  query: Type.Object({ customerId: Type.String({ minLength: 1 }), orderId: Type.String({ minLength: 1 }) }),
  responses: { 200: Order, 404: ErrorBody },
  carriesVersion: true,
})

/** Every route that lists or counts orders by a query. */
export const listOrdersRoutes = [
  getOrders,
  getOrdersByOrderType,
  countOrders,
  getOrdersForPickUpPoint,
  getCustomerOrders,
  getOrdersForCustomer,
  getOrderForCustomer,
] as const
