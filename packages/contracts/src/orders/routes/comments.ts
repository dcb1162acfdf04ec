import { InputModel } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import { OrderCommentRequest } from '../comments.ts'
import { Comment } from '../primitive-models.ts'

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

/** Every route for comments on orders. */
export const commentsRoutes = [addComment] as const
