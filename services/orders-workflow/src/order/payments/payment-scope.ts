import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { type Minor, plus, toMinor, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'
import type { OpenAmount } from '../document/spread-amount.ts'
import type { Terms } from '../document/totals-context.ts'
import { type BreakdownUnit, isHandling } from './breakdown-units.ts'

/** True for the units that a payment is for. Null: for no unit in particular. */
export type PaymentScope = ((unit: BreakdownUnit) => boolean) | null

/**
 * The scope of a payment: its shipment, the lines that it names, or both (these lines in that
 * shipment).
 */
export function scopeOf({ orderLineReferences, shipmentId }: Payment): PaymentScope {
  const lines = new Set(orderLineReferences.map(({ lineItemId }) => lineItemId))
  if (lines.size === 0 && !shipmentId) return null
  return (unit) =>
    (lines.size === 0 ? unit.shipmentId !== null : unit.lineItemId !== null && lines.has(unit.lineItemId)) &&
    (!shipmentId || unit.shipmentId === shipmentId)
}

/** The return form that a refund is for: the one whose `payments` name it. */
export function returnFormOf(order: Order, payment: Payment): ReturnOrderForm | undefined {
  return order.returnOrderForms.find(({ payments }) => payments.some(({ id }) => id !== null && id === payment.id))
}

/**
 * What a return form takes back of each unit, in proportion to what is open of it: its lines'
 * values, its shipping over all shipments, its handling.
 */
export function returnLimits(
  form: ReturnOrderForm,
  openAmounts: readonly OpenAmount<BreakdownUnit>[],
  { exponent }: Terms,
): ReadonlyMap<BreakdownUnit, Minor> {
  const limits = new Map<BreakdownUnit, Minor>()
  const add = (amount: number, among: readonly OpenAmount<BreakdownUnit>[]) => {
    if (among.length === 0) return
    const parts = shares(
      toMinor(amount, exponent),
      among.map(({ open }) => open),
    )
    for (const [index, { of: unit }] of among.entries()) {
      limits.set(unit, plus(limits.get(unit) ?? ZERO, parts[index] as Minor))
    }
  }
  const byLine = Map.groupBy(openAmounts, ({ of: { lineItemId } }) => lineItemId)
  for (const line of form.lineItems) if (line.lineItemId !== null) add(line.extendedPrice, byLine.get(line.lineItemId) ?? [])
  const shipping = openAmounts.filter(({ of: { kind } }) => kind === 'Shipping')
  add(
    form.shippingTotal,
    shipping.filter(({ of: unit }) => !isHandling(unit)),
  )
  add(
    form.handlingTotal,
    shipping.filter(({ of: unit }) => isHandling(unit)),
  )
  return limits
}
