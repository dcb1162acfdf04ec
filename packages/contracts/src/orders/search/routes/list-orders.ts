import { Type } from '@sinclair/typebox'
import { DateTime, described, PAGE_NUMBER_MAX, Text } from '../../../primitives.ts'
import { defineRoute, ErrorBody } from '../../../route.ts'
import { Order } from '../../order.ts'
import { FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../search.ts'
import { OrderSearchResult } from '../search-result.ts'

const optional = Type.Optional
const Values = Type.Array(Text, { maxItems: FILTER_VALUES_MAX })

const base = { method: 'GET', tags: ['Orders'], access: ['OrderRead'] } as const
const page = {
  page: optional(
    Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1, description: '`page` × `pageSize` is at most 10,000.' }),
  ),
  pageSize: described(
    optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
    'How many orders a page has at most.',
  ),
}
const filters = {
  status: optional(
    Type.Array(Text, {
      maxItems: FILTER_VALUES_MAX,
      description: 'In any letter case. Deleted orders are listed only when `Deleted` is among them.',
    }),
  ),
  changedSince: optional(Type.Unsafe<string>({ ...DateTime, description: 'Modified later than this.' })),
  orderTypes: described(optional(Values), 'Any of these order types, exactly.'),
  isPickable: described(
    optional(Type.Boolean()),
    'True: only orders with something to pick, with `filterOnWarehouse` in one of the warehouses. False filters nothing.',
  ),
  filterOnWarehouse: optional(
    Type.Boolean({ description: 'Compares `storeId` with the warehouses of the shipments instead of the selling store.' }),
  ),
}
const oldestChangeFirst = 'Ordered by the time of the last change, oldest first.'

const stores = {
  storeId: described(
    optional(Values),
    'The selling stores; with `filterOnWarehouse` the warehouses of the shipments. Without it: all stores of the caller.',
  ),
}

export const getOrders = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders',
  operationId: 'getOrders',
  audit: 'BulkRead',
  summary: 'Lists the orders of stores.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({
    storeId: described(Values, 'The selling stores, at least one; with `filterOnWarehouse` the warehouses of the shipments.'),
    ...filters,
    ...page,
  }),
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const getOrdersByOrderType = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders/ByOrderType',
  operationId: 'getOrdersByOrderType',
  audit: 'BulkRead',
  summary: 'Lists orders by their types.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({
    ...stores,
    ...filters,
    ...page,
  }),
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const countOrders = defineRoute({
  ...base,
  url: '/api/Orders/GetOrders/Count',
  operationId: 'countOrders',
  summary: 'Counts orders.',
  description: 'Takes the filters of the list and returns the number alone.',
  reads: 'standby',
  query: Type.Object({
    ...stores,
    ...filters,
  }),
  responses: { 200: Type.Integer({ minimum: 0 }) },
})

export const getOrdersForPickUpPoint = defineRoute({
  ...base,
  url: '/api/Orders/GetOrdersForPickUpPoint',
  operationId: 'getOrdersForPickUpPoint',
  audit: 'BulkRead',
  summary: 'Lists the orders of which a shipment leaves from one of the stores, as its warehouse.',
  description: oldestChangeFirst,
  reads: 'standby',
  query: Type.Object({ storeId: described(Values, 'The stores that a shipment leaves from.'), ...filters, ...page }),
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const getCustomerOrders = defineRoute({
  ...base,
  url: '/api/Orders/Customers/:customerId/Orders',
  operationId: 'getCustomerOrders',
  audit: 'BulkRead',
  summary: 'Lists the orders of a customer, newest first.',
  description: 'Finds orders by the `customerId` that they carry.',
  reads: 'standby',
  params: Type.Object({ customerId: described(Type.String(), 'The id of the customer, exactly.') }),
  query: Type.Object(page),
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const getOrdersForCustomer = defineRoute({
  ...base,
  url: '/api/Orders/GetOrdersForCustomer',
  operationId: 'getOrdersForCustomer',
  audit: 'BulkRead',
  summary: 'Lists the orders of a customer who is known by id, phone number or e-mail address, newest first.',
  description: 'At least one of the three is required; the orders have all that are given.',
  reads: 'standby',
  query: Type.Object({
    customerId: described(optional(Text), 'The id of the customer, exactly.'),
    phone: optional(
      Type.String({
        'x-personal': 'criterion',
        description: 'In any spelling: compared in E.164, by the countries of the markets where no prefix is given.',
      }),
    ),
    email: optional(Type.String({ 'x-personal': 'criterion', description: 'In any letter case.' })),
    storeId: described(optional(Values), 'Only orders of these selling stores.'),
    ...page,
  }),
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const getOrderForCustomer = defineRoute({
  ...base,
  url: '/api/Orders/GetOrderForCustomer',
  operationId: 'getOrderForCustomer',
  summary: 'Reads an order if it is of the customer.',
  description:
    'For portals that show a customer one order: an order of someone else is 404, as an unknown one is. A deleted order is returned too.',
  query: Type.Object({
    customerId: described(Type.String({ minLength: 1 }), 'The customer that the order must be of.'),
    orderId: described(Type.String({ minLength: 1 }), 'The order.'),
  }),
  responses: { 200: Order, 404: ErrorBody },
  carriesVersion: true,
  omitsEmpty: true,
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
