import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderMessage } from '@open-oms/contracts/orders/messages/message'
import type { Order } from '@open-oms/contracts/orders/order'
import { messageRoute } from '../../../connectors/notification/notification-connectors.ts'
import { assertNotDeleted } from '../../../order/rules/context/order-guards.ts'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import type { Change, Facts } from '../../../order/write/intent.ts'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { type EmailContent, type MessageHead, newEmail } from '../domain/message-content.ts'
import { findResendThatWaits, type OrderMessageRow } from './order-message-rows.ts'
import { messageView, requireMessage } from './order-messages.ts'

export type ResendMessage = { orderId: string; messageId: string; write: WriteRequest }

/**
 * Sends a message of an order again with the same content, by the connector of new messages, and
 * returns the new message (documents-and-notifications.md#messages-of-an-order). One that waits, or
 * whose resend waits, is returned instead: the order is locked, so that two people who press the
 * button send one. Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsDeleted`,
 * `NotificationsNotConfigured`, `ResourceLocked`, and `ValidationFailed` when the order's
 * notifications are switched off.
 */
export async function resendMessage(deps: OrderDeps, { orderId, messageId, write }: ResendMessage): Promise<OrderMessage> {
  const change = async (order: Order, { tx, now }: Facts): Promise<Change<OrderMessage>> => {
    const found = await requireMessage(tx, orderId, messageId)
    const waiting = found.state === 'Waiting' ? found : await findResendThatWaits(tx, orderId, messageId)
    if (waiting !== undefined) return { order, result: messageView(waiting) }
    assertNotDeleted(order)
    if (order.isNotificationsDisabled) throw invalid('orderId', 'is of an order whose notifications are switched off')
    const route = messageRoute(deps.config().connectors, found.kind)
    if (route === null) throw new DomainError('NotificationsNotConfigured', `There is no active connector for ${found.kind}.`)
    const resend = { of: found.id, by: write.by }
    const template = found.template ?? undefined
    const head = { id: deps.newId(), orderId, connector: route.name, created: now }
    return {
      order,
      messages: [{ ...messageAgain(found, head), template, resend }],
      conclude: async (after) => messageView(await requireMessage(after, orderId, head.id)),
    }
  }
  return (await writeOrder<OrderMessage>({ deps, write }, { orderId, kind: 'edit', change })).result
}

/**
 * The same message; a failed e-mail for those only that it has not reached. What could not be
 * composed is composed of the same version again.
 */
function messageAgain({ kind, state, content, composition }: OrderMessageRow, head: MessageHead): NewMessage {
  if (composition !== null) return { ...head, kind, content: JSON.parse(content), composition: JSON.parse(composition) }
  if (kind === 'sms') return { ...head, kind, content: JSON.parse(content) }
  const email: EmailContent = JSON.parse(content)
  return state === 'Failed' ? { ...head, kind, content: email } : newEmail(head, email)
}
