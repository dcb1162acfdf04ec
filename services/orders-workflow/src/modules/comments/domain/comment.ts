import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { CommentDelivery } from '../../notifications/domain/comment-message.ts'
import type { CommentRequest } from '../../notifications/domain/comment-request.ts'

export type CommentContext = {
  id: string
  /** ISO 8601 UTC. */
  now: string
  /** The default author. */
  client: string
  delivery: CommentDelivery
}

/** The comment of a request, with its recipients (documents-and-notifications.md#comments). */
export function newComment(order: Order, request: CommentRequest, { id, now, client, delivery }: CommentContext): Comment {
  const { email, sms } = delivery
  return {
    attachments: [],
    created: now,
    creator: request.createdBy ?? client,
    customerId: order.customerId,
    deliveryMethod: commentDeliveryMethod(delivery),
    detail: request.text,
    edited: null,
    emailFromAddress: email?.envelope.from.address ?? null,
    emailFromName: email?.envelope.from.name ?? null,
    emailRecipient: email?.envelope.to.join(', ') ?? null,
    emailSubject: email?.envelope.subject ?? null,
    id,
    isPinned: null,
    lineItemId: null,
    mentions: [...request.mentions],
    objectId: order.id,
    objectType: 'Order',
    parentId: null,
    sendNotification: email !== null || sms !== null,
    smsFrom: sms?.from ?? null,
    smsRecipient: sms?.to.join(', ') ?? null,
    tags: [...request.tags],
    title: null,
    type: request.isPublic ? 'Public' : 'Internal',
    userId: client,
  }
}

function commentDeliveryMethod({ email, sms }: CommentDelivery): string | null {
  const methods = [email === null ? [] : ['Email'], sms === null ? [] : ['Sms']].flat()
  return methods.length === 0 ? null : methods.join('And')
}

/**
 * The order with the comment after the others of its kind. Raises `ValidationFailed` when the order
 * would have more than 250 of them.
 */
export function withComment(order: Order, comment: Comment): Order {
  const list = comment.type === 'Internal' ? 'orderNotes' : 'publicOrderNotes'
  if (order[list].length >= LIST_MAX)
    throw invalid('commentText', `would give the order more than ${LIST_MAX} entries in ${list}`)
  return { ...order, [list]: [...order[list], comment] }
}
