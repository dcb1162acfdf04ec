import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Comment } from '@open-oms/contracts/orders/primitive-models'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { hiddenFromGuests, type TrackedOrder } from '@open-oms/contracts/orders/tracked-order'

/**
 * The order without the fields that a guest must not see, also in the copies of its lines in
 * shipments and return forms (orders.md#guest-tracking).
 */
export function toTrackingView(order: Order): TrackedOrder {
  return {
    ...without(order, hiddenFromGuests.order),
    orderForm: { ...order.orderForm, ...trackedParts(order.orderForm) },
    publicOrderNotes: order.publicOrderNotes.filter(isPublic).map((comment) => without(comment, hiddenFromGuests.comment)),
    returnOrderForms: order.returnOrderForms.map((form) => ({
      ...without<ReturnOrderForm, (typeof hiddenFromGuests.returnForm)[number]>(form, hiddenFromGuests.returnForm),
      ...trackedParts(form),
    })),
  }
}

type Parts = { lineItems: readonly OrderLine[]; payments: readonly Payment[]; shipments: readonly Shipment[] }

function trackedParts({ lineItems, payments, shipments }: Parts) {
  return {
    lineItems: lineItems.map(trackedLine),
    payments: payments.map((payment) => without(payment, hiddenFromGuests.payment)),
    shipments: shipments.map((shipment) => ({ ...shipment, lineItems: shipment.lineItems.map(trackedLine) })),
  }
}

function trackedLine(line: OrderLine) {
  return without(line, hiddenFromGuests.line)
}

/** A comment that is marked internal is hidden in any list. */
function isPublic({ type }: Comment): boolean {
  return type?.toLowerCase() !== 'internal'
}

function without<T extends object, K extends keyof T>(value: T, names: readonly K[]): Omit<T, K> {
  const kept = { ...value }
  for (const name of names) delete kept[name]
  return kept
}
