import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import { Comment } from '../primitive-models.ts'
import { listColleagues } from '../staff/colleagues.ts'
import { OrderCommentChange, OrderCommentRequest } from '../staff/comments.ts'
import { OrderId } from './order-params.ts'

export const addComment = defineRoute({
  method: 'POST',
  url: '/api/Orders/AddComment',
  operationId: 'addComment',
  summary: 'Adds a comment to an order and, if asked for, sends it as e-mail, as SMS or as both.',
  description:
    'A `Public` comment, which is the default, goes to `publicOrderNotes`, an `Internal` one to `orderNotes`. Read-only orders take ' +
    'comments too. The response does not wait for the messages: they are stored with the comment and sent immediately, and ' +
    'again later while the mail server or the SMS gateway is unreachable. For an order with `isNotificationsDisabled` the comment is stored and ' +
    'nothing is sent. At most 50 addresses and 50 numbers. `emailFrom` is the sender of the connector or one of the addresses and domains of ' +
    'setting `messages.senders`; any other is refused with 400 `SenderNotAllowed`. ' +
    'Recipients that are not of the order are limited by client and day (`messages.otherRecipientsPerDay`): more are 429.',
  tags: ['Comments'],
  access: ['OrderAdmin'],
  body: InputModel(OrderCommentRequest, ['orderId', 'commentText'], 'NewComment'),
  responses: { 200: Comment, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

export const changeComment = defineRoute({
  method: 'PATCH',
  url: '/api/Orders/:orderId/Comments/:commentId',
  operationId: 'changeComment',
  summary: 'Changes a comment of an order: its text by its author, or whether it is pinned.',
  description:
    'The text of someone else is 403, and one that was sent to the customer 400. Read-only orders take changes too. An unknown comment is 404.',
  tags: ['Comments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId, commentId: described(Type.String(), 'The id of the comment.') }),
  body: OrderCommentChange,
  responses: { 200: Comment, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

/** Every route for comments on orders. */
export const commentsRoutes = [addComment, changeComment, listColleagues] as const
