import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import { messageRoute } from '../../connectors/notification/notification-connectors.ts'
import type { OrdersConfig } from '../../order/document/orders-config.ts'
import { openQuantity } from '../../order/shipments/shipment-lines.ts'
import { type Message, newEmail } from '../messages/domain/message-content.ts'
import type { ComposeContext } from './compose-comment.ts'
import { customerEmails, numberForCustomer } from './domain/comment-message.ts'
import { languageOfMarket } from './domain/message-language.ts'
import { type MessageTexts, messageTexts } from './domain/message-texts.ts'

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
  { config, newId, now }: ComposeContext & { config: Pick<OrdersConfig, 'connectors' | 'markets'> },
): Message[] {
  const route = messageRoute(config.connectors, 'email')
  const to = customerEmails(order)
  if (lines.length === 0 || order.isNotificationsDisabled || to.length === 0 || route === null || route.sender === null) return []
  const texts = messageTexts[languageOfMarket(config.markets, order.marketId)]
  const number = numberForCustomer(order)
  // Only the package is named: customers do not know its components as separate goods.
  const ids = new Set(lines.map((line) => line.lineItemId))
  const whole = lines.filter((line) => !line.packageLineItemId || !ids.has(line.packageLineItemId))
  const list = whole.map((line) => `- ${quantityText(openQuantity(line), texts)} ${line.unit ?? '×'} ${nameOf(line)}`)
  const text = [texts.greeting, '', texts.linesCancelled(number), '', ...list, ''].join('\n')
  const content = {
    from: { name: null, address: route.sender },
    to,
    cc: [],
    bcc: [],
    subject: texts.linesCancelledSubject(number),
    text,
  }
  return [newEmail({ id: newId(), orderId: order.id, connector: route.name, created: now }, content)]
}

function quantityText(quantity: number, { decimalPoint }: MessageTexts): string {
  return String(quantity).replace('.', decimalPoint)
}

function nameOf({ displayName, code, lineItemId }: OrderLine): string {
  return displayName || code || (lineItemId ?? '')
}
