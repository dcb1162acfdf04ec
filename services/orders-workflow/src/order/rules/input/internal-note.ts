import type { Order } from '@open-oms/contracts/orders/order'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import { LIST_MAX } from '@open-oms/contracts/primitives'

/** An internal note, and who wrote it when. */
export type InternalNote = { id: string; now: string; by: string; text: string }

/**
 * The order with an internal note that nobody is notified of; an order without room for one keeps
 * its notes as they are.
 */
export function withInternalNote(order: Order, { id, now, by, text }: InternalNote): Order {
  if (order.orderNotes.length >= LIST_MAX) return order
  const note: Comment = {
    attachments: [],
    created: now,
    creator: by,
    customerId: order.customerId,
    deliveryMethod: null,
    detail: text,
    emailFromAddress: null,
    emailFromName: null,
    emailRecipient: null,
    emailSubject: null,
    id,
    lineItemId: null,
    mentions: [],
    objectId: order.id,
    objectType: 'Order',
    parentId: null,
    sendNotification: false,
    smsFrom: null,
    smsRecipient: null,
    tags: [],
    title: null,
    type: 'Internal',
    userId: by,
  }
  return { ...order, orderNotes: [...order.orderNotes, note] }
}
