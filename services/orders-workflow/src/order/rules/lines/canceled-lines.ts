import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'

/** Whether every unit of some lines is cancelled; false where there is no line. */
export function isCanceledWhole(lines: readonly Pick<OrderLine, 'quantity' | 'canceledQuantity'>[]): boolean {
  return lines.length > 0 && lines.every((line) => line.canceledQuantity >= line.quantity)
}

/**
 * Whether a shipment is cancelled whole, and so costs no shipping: its lines are, or all lines of
 * the order (money.md#cancelled-charges).
 */
export function isShippingDropped(form: Pick<OrderForm, 'lineItems'>, shipment: Pick<OrderForm, 'lineItems'>): boolean {
  return isCanceledWhole(shipment.lineItems) || isCanceledWhole(form.lineItems)
}
