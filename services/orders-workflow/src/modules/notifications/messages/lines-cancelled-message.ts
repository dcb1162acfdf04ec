import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { messageRoute } from '../../../connectors/notification/notification-connectors.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import { packageName } from '../../documents/domain/document-goods.ts'
import { printable } from '../../documents/domain/document-text.ts'
import { customerEmails } from '../domain/comment-message.ts'
import { emailTo } from './notification-messages.ts'

export type LineCancellation = {
  order: Order
  /** The lines before the change: their open quantities are the cancelled ones. */
  lines: readonly OrderLine[]
}

type Context = {
  config: Pick<OrdersConfig, 'connectors'>
  newId: () => string
  /** ISO 8601 UTC. */
  now: string
}

/**
 * The e-mail about cancelled lines to the customer, composed after the commit
 * (lines.md#line-cancellation). None when nothing was cancelled, the order's notifications are
 * switched off, the customer has no e-mail address, or there is no connector: none of these fails a
 * cancellation.
 */
export function linesCancelledMessage({ order, lines }: LineCancellation, { config, newId, now }: Context): NewMessage[] {
  const route = messageRoute(config.connectors, 'email')
  const to = customerEmails(order)
  if (lines.length === 0 || order.isNotificationsDisabled || to.length === 0 || route === null || route.sender === null) return []
  // Only the package is named: customers do not know its components as separate goods.
  const ids = new Set(lines.map((line) => line.lineItemId))
  const whole = lines.filter((line) => !line.packageLineItemId || !ids.has(line.packageLineItemId))
  const cancelledLines = whole.map((line) => ({
    name: printable(lineDisplayName(line)),
    quantity: openQuantity(line),
    unit: printable(line.unit, 10) || null,
    packageName: packageName(line, order.orderForm.lineItems),
  }))
  const head = { id: newId(), orderId: order.id, connector: route.name, created: now, template: 'lines-cancelled' }
  return [{ ...head, kind: 'email', content: emailTo(to, route.sender), composition: { facts: { cancelledLines } } }]
}

function lineDisplayName({ displayName, code, lineItemId }: OrderLine): string {
  return displayName || code || (lineItemId ?? '')
}
