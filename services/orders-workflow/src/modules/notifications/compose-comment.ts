import type { Order } from '@oms/contracts/orders/order'
import { type Message, newEmail } from '../messages/domain/message-content.ts'
import type { CommentDelivery } from './domain/comment-message.ts'

export type ComposeContext = {
  newId: () => string
  /** ISO 8601 UTC. */
  now: string
}

/** The messages of a comment: one e-mail for all its addresses, one SMS for each number. */
export function composeComment(order: Order, { email, sms }: CommentDelivery, { newId, now }: ComposeContext): Message[] {
  const head = (connector: string) => ({ id: newId(), orderId: order.id, connector, created: now, template: 'comment' })
  const emails = email === null ? [] : [newEmail(head(email.connector), email.content)]
  if (sms === null) return emails
  const { connector, to, ...content } = sms
  return [...emails, ...to.map((number): Message => ({ ...head(connector), kind: 'sms', content: { ...content, to: number } }))]
}
