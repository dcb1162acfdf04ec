import type { Order } from '@open-oms/contracts/orders/order'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import type { CommentDelivery } from '../domain/comment-message.ts'
import type { CommentRequest } from '../domain/comment-request.ts'

type Context = {
  request: Pick<CommentRequest, 'marketId' | 'text'>
  newId: () => string
  /** ISO 8601 UTC. */
  now: string
}

/**
 * The messages of a comment, composed after the commit: one e-mail for all its addresses, one SMS
 * for each number.
 */
export function commentMessages(order: Order, { email, sms }: CommentDelivery, { request, newId, now }: Context): NewMessage[] {
  const { marketId, text } = request
  const head = (connector: string) => ({
    ...{ id: newId(), orderId: order.id, connector, created: now, template: 'comment' },
    composition: { marketId, facts: { comment: { text } } },
  })
  const emails: NewMessage[] = email === null ? [] : [{ ...head(email.connector), kind: 'email', content: email.envelope }]
  if (sms === null) return emails
  const { connector, from, to } = sms
  return [...emails, ...to.map((number): NewMessage => ({ ...head(connector), kind: 'sms', content: { from, to: number } }))]
}
