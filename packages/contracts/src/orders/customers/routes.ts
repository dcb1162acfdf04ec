import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { defineRoute, type RouteContract } from '../../route.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, SEARCH_WINDOW_MAX } from '../search/search.ts'
import {
  CUSTOMER_NOTES_MAX,
  CUSTOMERS_TAKE_MAX,
  Customer,
  CustomerList,
  CustomerNote,
  CustomerNoteChange,
  CustomerNoteRequest,
  CustomerOrders,
} from './customer.ts'
import { CustomerErasure, CustomerErasureRequest, CustomerExportPage, CustomerExportRequest } from './erasure.ts'

const tags = ['Customers'] as const
const reading = { tags, access: ['OrderRead'], method: 'GET' } as const
const key = described(
  Type.String(),
  'The `key` of the customer, such as `id:10042` or `email:kari@example.com` in any letter case. 404 where it has no order in the stores of the caller.',
)
const params = Type.Object({ customerKey: key })

export const findCustomers = defineRoute({
  ...reading,
  url: '/api/Customers',
  operationId: 'findCustomers',
  permission: 'SeePersonalData',
  audit: 'BulkRead',
  summary: 'Finds customers by name, e-mail address, phone number or customer number.',
  description:
    'Orders of one customer id are those of one customer; where they have none, those of one customer number, else of one e-mail address, else ' +
    'of one phone number. Every word must be found. Without `searchText` and `orderId` the customers of the newest orders are returned.',
  reads: 'standby',
  query: Type.Object({
    searchText: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          'Words of names, e-mail addresses, phone numbers in any spelling, customer ids and numbers, or parts of these.',
      }),
    ),
    orderId: Type.Optional(Type.String({ description: 'The customer of this order.' })),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: CUSTOMERS_TAKE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many customers are returned at most.',
    ),
  }),
  responses: { 200: CustomerList },
})

export const getCustomer = defineRoute({
  ...reading,
  url: '/api/Customers/:customerKey',
  operationId: 'getCustomer',
  permission: 'SeePersonalData',
  summary: 'Reads a customer: contacts, addresses, figures and notes.',
  description: 'Everything is of its orders in the stores of the caller; contacts and addresses of the newest 50 of them.',
  params,
  responses: { 200: Customer },
})

export const listOrdersOfCustomer = defineRoute({
  ...reading,
  url: '/api/Customers/:customerKey/Orders',
  operationId: 'listOrdersOfCustomer',
  permission: 'SeePersonalData',
  audit: 'BulkRead',
  summary: 'Lists the orders of a customer, newest first, with what a list shows of them.',
  description: `\`page\` times \`pageSize\` is at most ${SEARCH_WINDOW_MAX.toLocaleString('en')}.`,
  reads: 'standby',
  params,
  query: Type.Object({
    page: described(Type.Optional(Type.Integer({ minimum: 0, maximum: SEARCH_WINDOW_MAX })), 'From 1.'),
    pageSize: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many orders a page has at most.',
    ),
  }),
  responses: { 200: CustomerOrders },
})

export const addCustomerNote = defineRoute({
  tags,
  access: ['OrderAdmin'],
  method: 'POST',
  url: '/api/Customers/:customerKey/Notes',
  operationId: 'addCustomerNote',
  permission: 'SeePersonalData',
  summary: 'Writes a note about a customer.',
  description:
    `It has its author and time. A customer has at most ${CUSTOMER_NOTES_MAX}. A note of a client that is limited to stores is read by ` +
    'clients of these stores and by those of all stores.',
  params,
  body: CustomerNoteRequest,
  responses: { 200: CustomerNote },
})

export const changeCustomerNote = defineRoute({
  tags,
  access: ['OrderAdmin'],
  method: 'PATCH',
  url: '/api/Customers/:customerKey/Notes/:noteId',
  operationId: 'changeCustomerNote',
  permission: 'SeePersonalData',
  summary: 'Changes a note about a customer: its text by its author, or whether it is pinned.',
  description: 'The text of someone else is 403; an unknown note is 404.',
  params: Type.Object({ customerKey: key, noteId: described(Type.String(), 'The id of the note.') }),
  body: CustomerNoteChange,
  responses: { 200: CustomerNote },
})

export const deleteCustomerNote = defineRoute({
  tags,
  access: ['OrderAdmin'],
  method: 'DELETE',
  url: '/api/Customers/:customerKey/Notes/:noteId',
  operationId: 'deleteCustomerNote',
  permission: 'SeePersonalData',
  summary: 'Deletes a note about a customer.',
  description: 'An unknown one is 404.',
  params: Type.Object({ customerKey: key, noteId: described(Type.String(), 'The id of the note.') }),
  responses: { 204: null },
})

export const exportCustomer = defineRoute({
  tags,
  access: ['OrderAdmin'],
  method: 'POST',
  url: '/api/Customers/Export',
  operationId: 'exportCustomer',
  permission: 'Export',
  audit: 'Export',
  needsConfirmation: true,
  summary: 'Returns everything that is stored about a customer, in pages.',
  description:
    'For clients of all stores. Records come by kind: orders with deleted ones, their versions, documents, messages and webhook deliveries, ' +
    'notes, notifications, carts and saved searches. Send `next` as `after` until it is null.',
  body: CustomerExportRequest,
  responses: { 200: CustomerExportPage },
})

export const eraseCustomer = defineRoute({
  tags,
  access: ['OrderAdmin'],
  method: 'POST',
  url: '/api/Customers/Erase',
  operationId: 'eraseCustomer',
  permission: 'Purge',
  audit: 'Purge',
  needsConfirmation: true,
  summary: 'Erases a customer: its orders are purged, and what else names it is removed.',
  description:
    'For clients of all stores. It cannot be undone. While an order of the customer has a workflow run or goods that have not left, nothing is ' +
    'erased: 409 `CustomerHasOpenOrders` names the orders. The response says what stays and why. Send the request again until `isFinished`; ' +
    'one that was interrupted continues in the same way, and an erased customer is erased again without an effect.',
  body: CustomerErasureRequest,
  responses: { 200: CustomerErasure },
})

/** Every route of customers. */
export const customerRoutes: readonly RouteContract[] = [
  findCustomers,
  getCustomer,
  listOrdersOfCustomer,
  addCustomerNote,
  changeCustomerNote,
  deleteCustomerNote,
  exportCustomer,
  eraseCustomer,
]
