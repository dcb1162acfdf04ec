import { Type } from '@sinclair/typebox'
import { described, PAGE_NUMBER_MAX } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderSummarySearchResult } from '../order-summary.ts'
import { CustomerOrderSearchRequest, OrderSearchRequest, PAGE_SIZE_MAX } from '../search.ts'
import { OrderSearchResult } from '../search-result.ts'

const base = {
  method: 'POST',
  tags: ['Orders'],
  access: ['OrderRead'],
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
} as const

export const searchOrders = defineRoute({
  ...base,
  url: '/api/Orders/Search',
  operationId: 'searchOrders',
  audit: 'BulkRead',
  summary: 'Searches orders, newest first by default, with facets over everything that was found.',
  description:
    'All filters must hold; of a list of values one is enough, but `tags` and `properties` ask for all of theirs. Further than ' +
    '10,000 orders (`take` × `page`) only a scroll goes.',
  reads: 'standby',
  body: OrderSearchRequest,
})

export const searchOrderSummaries = defineRoute({
  method: 'POST',
  url: '/api/Orders/SearchSummaries',
  operationId: 'searchOrderSummaries',
  audit: 'BulkRead',
  summary: 'Searches orders as `Search` does, and returns what a list shows of each.',
  description:
    'Filters, order, pages, total and facets are those of an order search. Each order has what a list shows of it, a ' +
    'twentieth of the bytes.',
  tags: ['Orders'],
  access: ['OrderRead'],
  reads: 'standby',
  body: OrderSearchRequest,
  responses: { 200: OrderSummarySearchResult },
})

export const searchCustomerOrders = defineRoute({
  ...base,
  url: '/api/Orders/Customers/:customerId/Orders/Search',
  operationId: 'searchCustomerOrders',
  audit: 'BulkRead',
  summary: 'Searches the orders of one customer.',
  description: 'The same as an order search, limited to the customer of the path.',
  reads: 'standby',
  params: Type.Object({ customerId: described(Type.String(), 'The id of the customer, exactly.') }),
  body: CustomerOrderSearchRequest,
})

const Wanted = Type.String({ minLength: 1 })

export const searchOrdersByCustomProperties = defineRoute({
  ...base,
  url: '/api/Orders/SearchByCustomProperties',
  operationId: 'searchOrdersByCustomProperties',
  audit: 'BulkRead',
  summary: 'Finds the orders that have a property with a value, newest first. Without facets.',
  description: 'Key and value must be equal to those of one property of the order. The response is that of an order search.',
  reads: 'standby',
  query: Type.Object({
    key: described(Wanted, 'The key of the property.'),
    value: described(Wanted, 'The value of the property.'),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_MAX })),
      'How many orders a page has at most.',
    ),
    page: described(
      Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_NUMBER_MAX, default: 1 })),
      'The number of the page, from 1; 0 is the first page too. `take` × `page` is at most 10,000.',
    ),
  }),
})

/** Every route that searches orders by a request. */
export const searchOrdersRoutes = [
  searchOrders,
  searchOrderSummaries,
  searchCustomerOrders,
  searchOrdersByCustomProperties,
] as const
