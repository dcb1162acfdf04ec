import type { Order } from '@open-oms/contracts/orders/order'
import type { TemplateData } from '@open-oms/contracts/templates/template-data'
import { builtInMessages } from '@open-oms/contracts/templates/template-names'
import { openLinks, paymentLink } from '../../../order/rules/payments/payment-links.ts'
import { customerEmails, customerNumbers } from './comment-message.ts'
import { hasControlCharacters } from './message-addresses.ts'
import type { MessageKind } from './message-content.ts'

/**
 * The content of a notification, taken from the order when it is planned, so that a repetition is
 * equal.
 */
export type Notification = {
  /**
   * The name of the notification: the ids of its messages derive from it, so that each is stored
   * once.
   */
  key: string
  /** The name of a built-in message, or of one that the tenant has. */
  template: string
  orderId: string
  /** The customer's addresses and numbers, for the requested kinds. */
  recipients: Record<MessageKind, string[]>
  /** Tracking links, or numbers where there is no link, of its shipments. */
  tracking: string[]
  /** ISO 8601 UTC; only where the text has it. */
  pickupDeadline: string | null
  /** Only in `payment-link`, where the order has an open link. */
  paymentLink: TemplateData['paymentLink']
  /** ISO 8601 UTC. */
  created: string
}

export type NotificationRequest = Pick<Notification, 'key' | 'template' | 'created'> & {
  kinds: readonly MessageKind[]
  shipmentId: string | null
}

/** Plans a notification of the customer: its content and addresses. */
export function planNotification(order: Order, { kinds, shipmentId, ...request }: NotificationRequest): Notification {
  const { template } = request
  return {
    ...request,
    orderId: order.id,
    recipients: {
      email: kinds.includes('email') ? customerEmails(order) : [],
      sms: kinds.includes('sms') ? [...new Set(customerNumbers(order))] : [],
    },
    tracking: template === 'shipped' || !isBuiltIn(template) ? trackingTexts(order, shipmentId) : [],
    paymentLink: template === 'payment-link' || !isBuiltIn(template) ? lastOpenLink(order, request.created) : null,
    pickupDeadline: template === 'ready-for-pickup' || !isBuiltIn(template) ? order.customerPickupDeadline : null,
  }
}

function lastOpenLink(order: Order, now: string): TemplateData['paymentLink'] {
  const payment = openLinks(order, now).at(-1)
  const link = payment === undefined ? null : paymentLink(payment)
  return payment === undefined || link === null ? null : { url: link.url, amount: payment.amount, until: link.expires }
}

function isBuiltIn(template: string): boolean {
  return (builtInMessages as readonly string[]).includes(template)
}

function trackingTexts(order: Order, shipmentId: string | null): string[] {
  const texts = order.orderForm.shipments
    .filter((shipment) => shipment.status !== 'Cancelled' && (shipmentId === null || shipment.shipmentId === shipmentId))
    .map((shipment) => shipment.shipmentTrackingLink || shipment.shipmentTrackingNumber)
  // Carriers write these: a line break could add any text in the shop's name.
  return [...new Set(texts.filter((text): text is string => !!text && !hasControlCharacters(text)))]
}
