import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { BreakdownUnit } from './breakdown-units.ts'

/** True for the units that a payment is for. Null: for no unit in particular. */
export type PaymentScope = ((unit: BreakdownUnit) => boolean) | null

/** The property of a Credit that says what it is for, beside lines. */
export const REFUND_FOR = 'RefundFor'
export const REFUND_FOR_SHIPPING = 'Shipping'

/**
 * The scope of a payment: its shipment, the lines that it names, or both (these lines in that
 * shipment); of a refund of shipping all shipping.
 */
export function paymentScope({ orderLineReferences, shipmentId, properties }: Payment): PaymentScope {
  const isOfShipping = properties.some(({ key, value }) => key === REFUND_FOR && value === REFUND_FOR_SHIPPING)
  if (isOfShipping) return ({ kind }) => kind === 'Shipping'
  const lines = new Set(orderLineReferences.map(({ lineItemId }) => lineItemId))
  if (lines.size === 0 && !shipmentId) return null
  return (unit) =>
    (lines.size === 0 ? unit.shipmentId !== null : unit.lineItemId !== null && lines.has(unit.lineItemId)) &&
    (!shipmentId || unit.shipmentId === shipmentId)
}

/** The return form that a refund is for: the one whose `payments` name it. */
export function findRefundedForm(order: Order, payment: Payment): ReturnOrderForm | undefined {
  return order.returnOrderForms.find(({ payments }) => payments.some(({ id }) => id !== null && id === payment.id))
}
