import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import {
  MESSAGES_PAGE_DEFAULT,
  MESSAGES_PAGE_MAX,
  OrderMessage,
  OrderMessageList,
  OrderMessageWithText,
} from '../messages/message.ts'
import { OrderId } from './order-params.ts'

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
  summary: 'Sends an e-mail or SMS about an order again, with the same content.',
  description:
    'The response is the new message; it is sent after the response. One that was sent goes to all its recipients again, one that failed ' +
    'to those that it has not reached. A message that still waits, or whose resend does, is not sent once more: the response is the one ' +
    'that waits.',
  params,
  responses: { 200: OrderMessage, 404: ErrorBody },
})

/** Every route about the messages of orders. */
export const orderMessageRoutes = [listOrderMessages, getOrderMessage, resendOrderMessage] as const
