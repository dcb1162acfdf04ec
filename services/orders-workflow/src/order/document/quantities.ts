import type { OrderForm } from '@oms/contracts/orders/order-form'
import type { OrderLine } from '@oms/contracts/orders/order-line'

const SCALE = 1000

/** The sum of quantities, exact at their three decimals (money.md#amounts). */
export function sumOfQuantities(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + Math.round(quantity * SCALE), 0) / SCALE
}

/** What is left of a quantity after others were taken from it. */
export function restOfQuantity(quantity: number, ...taken: readonly number[]): number {
  return (Math.round(quantity * SCALE) - Math.round(sumOfQuantities(taken) * SCALE)) / SCALE
}

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
