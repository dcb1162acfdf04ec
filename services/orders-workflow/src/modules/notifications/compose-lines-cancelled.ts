import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import { messageRoute } from '../../connectors/notification/notification-connectors.ts'
import type { OrdersConfig } from '../../order/document/orders-config.ts'
import { openQuantity } from '../../order/shipments/shipment-lines.ts'
import { packageName } from '../documents/domain/document-goods.ts'
import { printable } from '../documents/domain/document-text.ts'
import { type Message, newEmail } from '../messages/domain/message-content.ts'
import { renderMail } from '../templates/render-part.ts'
import type { ComposeContext } from './compose-comment.ts'
import { mailContent } from './compose-mail.ts'
import { customerEmails } from './domain/comment-message.ts'
import { messageInput } from './message-input.ts'

export type LinesCancelled = {
  order: Order
  /** The lines before the change: their open quantities are the cancelled ones. */
  lines: readonly OrderLine[]
}

/**
 * The e-mail about cancelled lines to the customer, in the language of the order's market
 * (lines.md#line-cancellation). None when nothing was cancelled, the order's notifications are
 * switched off, the customer has no e-mail address, or there is no connector: none of these fails a
 * cancellation.
 */
export function composeLinesCancelled(
  { order, lines }: LinesCancelled,
  { config, newId, now }: ComposeContext & { config: OrdersConfig },
): Message[] {
  const route = messageRoute(config.connectors, 'email')
  const to = customerEmails(order)
  if (lines.length === 0 || order.isNotificationsDisabled || to.length === 0 || route === null || route.sender === null) return []
  // Only the package is named: customers do not know its components as separate goods.
  const ids = new Set(lines.map((line) => line.lineItemId))
  const whole = lines.filter((line) => !line.packageLineItemId || !ids.has(line.packageLineItemId))
  const cancelledLines = whole.map((line) => ({
    name: printable(nameOf(line)),
    quantity: openQuantity(line),
    unit: printable(line.unit, 10) || null,
    packageName: packageName(line, order.orderForm.lineItems),
  }))
  const template = 'lines-cancelled'
  const { content } = renderMail(messageInput({ name: template, order, config, facts: { cancelledLines } }))
  const head = { id: newId(), orderId: order.id, connector: route.name, created: now, template }
  return [newEmail(head, mailContent(content, { sender: route.sender, to }))]
}

function nameOf({ displayName, code, lineItemId }: OrderLine): string {
  return displayName || code || (lineItemId ?? '')
}
