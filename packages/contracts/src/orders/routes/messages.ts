import { Type } from '@sinclair/typebox'
import { described, Model } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import {
  MESSAGES_PAGE_DEFAULT,
  MESSAGES_PAGE_MAX,
  OrderMessage,
  OrderMessageList,
  OrderMessageWithText,
} from '../messages/message.ts'
import { OrderId } from './order-params.ts'

export const InvoiceMailRequest = Model(
  'InvoiceMailRequest',
  {
    emailTo: described(
      Type.Optional(Type.String({ maxLength: 2_000, description: 'must have at most 2,000 characters' })),
      "To whom: addresses separated by comma or semicolon. The customer's address when left out.",
    ),
  },
  'To whom the invoice is sent.',
)

const base = { tags: ['Messages'], access: ['OrderAdmin'] } as const
const params = Type.Object({
  orderId: OrderId,
  messageId: described(Type.String(), 'The id of the message. 404 when the order has no such message.'),
})

export const listOrderMessages = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Orders/:orderId/Messages',
  operationId: 'listOrderMessages',
  summary: 'Lists the e-mails and SMS about an order, newest first.',
  description: 'Of the last 90 days, with recipients and without texts. Deleted orders show theirs too.',
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MESSAGES_PAGE_MAX, default: MESSAGES_PAGE_DEFAULT })),
      'How many entries a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: OrderMessageList },
})

export const getOrderMessage = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Orders/:orderId/Messages/:messageId',
  operationId: 'getOrderMessage',
  summary: 'Reads an e-mail or SMS about an order with its text.',
  description:
    '`html` is what recipients were sent, with the words of whoever wrote it: do not make it a part of a page of your own.',
  params,
  responses: { 200: OrderMessageWithText, 404: ErrorBody },
})

export const resendOrderMessage = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/Orders/:orderId/Messages/:messageId/Resend',
  operationId: 'resendOrderMessage',
  permission: 'Messages',
  audit: 'Replay',
  summary: 'Sends an e-mail or SMS about an order again, with the same content.',
  description:
    'The response is the new message; it is sent after the response. One that was sent goes to all its recipients again, one that failed ' +
    'to those that it has not reached. A message that still waits, or whose resend does, is not sent once more: the response is the one ' +
    'that waits. With `If-Match` nothing is sent of an order that has changed since: 412. An order of another store is 403.',
  params,
  responses: { 200: OrderMessage, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

export const sendOrderInvoice = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/Orders/:orderId/SendInvoice',
  operationId: 'sendOrderInvoice',
  permission: 'Messages',
  summary: 'Sends the invoice of an order to the customer by e-mail, as a PDF.',
  description:
    'The invoice is that of the order as it is, and the text that of message `invoice`. The response is the message; it is sent after the ' +
    'response. While one waits, no other is made: the response is the one that waits. With `If-Match` nothing is sent of an order that has ' +
    'changed since: 412. An order of another store is 403.',
  params: Type.Object({ orderId: OrderId }),
  body: InvoiceMailRequest,
  responses: { 200: OrderMessage, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

/** Every route about the messages of orders. */
export const orderMessageRoutes = [listOrderMessages, getOrderMessage, resendOrderMessage, sendOrderInvoice] as const
