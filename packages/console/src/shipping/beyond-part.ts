import type { Order } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { larger, type Minor, minus, plus, ratio, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { haveLeft } from '../configuration/status-meaning.ts'
import { counts, isCapture } from '../order/payments/payment-rests.ts'
import { exact, openUnits, type ShipmentLine } from './units.ts'

type Shipment = Order['orderForm']['shipments'][number]

/** What a delivery in parts would do for the whole shipment. */
export type BeyondPart = {
  shipmentId: string
  /** Units that it delivers. */
  delivered: number
  /** Units of the shipment that it does not deliver, and that count as gone with it. */
  alsoGone: number
  /** What it captures, in the currency's units. */
  captured: number
  /** What would be captured for what is delivered of the shipment alone. */
  worth: number
}

/** An order before and after a delivery, and the currency of its amounts. */
type OrderComparison = { before: Order; after: Order; currency: string | null }

/**
 * What a delivery of units of a shipment would do beyond these units, by the order before and after
 * it: the steps of its status run for the shipment, all of which is captured and taken out of stock
 * when it has left (docs/reference/behaviour/payments.md#amount-to-capture). Null when it does
 * nothing beyond.
 */
export function beyondPart({ before, after, currency }: OrderComparison, shipmentId: string): BeyondPart | null {
  const target = findShipment(after, shipmentId)
  if (target === undefined) return null
  const known = findShipment(before, shipmentId)
  const alsoGone = isGoneNow(known, target) ? sumUnits(target, openUnits) : 0
  // When all shipments are through, the last one is captured with what belongs to none: handling,
  // and what rounding has left.
  if (alsoGone === 0 && after.orderForm.shipments.every(isThrough)) return null
  const exponent = currencyExponent(currency ?? '')
  const captured = minus(capturedTotal(after, exponent), capturedTotal(before, exponent))
  const worth = larger(ZERO, minus(valueOfDelivered(target, exponent), capturedFor(before, shipmentId, exponent)))
  if (alsoGone === 0 && captured <= worth) return null
  const delivered = exact(sumUnits(target, deliveredUnits) - (known === undefined ? 0 : sumUnits(known, deliveredUnits)))
  return { shipmentId, delivered, alsoGone, captured: toAmount(captured, exponent), worth: toAmount(worth, exponent) }
}

function findShipment({ orderForm }: Order, id: string): Shipment | undefined {
  return orderForm.shipments.find(({ shipmentId }) => shipmentId === id)
}

function isGoneNow(before: Shipment | undefined, after: Shipment): boolean {
  return haveLeft(after.status) && (before === undefined || !haveLeft(before.status))
}

function isThrough(shipment: Shipment): boolean {
  return haveLeft(shipment.status) || sumUnits(shipment, openUnits) === 0
}

function sumUnits({ lineItems }: Shipment, count: (line: ShipmentLine) => number): number {
  return exact(lineItems.reduce((units, line) => units + count(line), 0))
}

function deliveredUnits({ deliveredQuantity }: ShipmentLine): number {
  return deliveredQuantity
}

function valueOfDelivered({ lineItems, shippingTotal }: Shipment, exponent: number): Minor {
  const delivered = lineItems.filter((line) => line.deliveredQuantity > 0)
  if (delivered.length === 0) return ZERO
  const values = delivered.map(({ extendedPrice, deliveredQuantity, quantity, canceledQuantity }) =>
    ratio(toMinor(extendedPrice, exponent), deliveredQuantity, exact(quantity - canceledQuantity)),
  )
  return plus(sum(values), toMinor(shippingTotal, exponent))
}

function capturedTotal({ orderForm }: Order, exponent: number): Minor {
  return toMinor(orderForm.capturedPaymentTotal, exponent)
}

/** What was captured for a shipment before. */
function capturedFor({ orderForm }: Order, id: string, exponent: number): Minor {
  const captures = orderForm.payments.filter((payment) => payment.shipmentId === id && isCapture(payment) && counts(payment))
  return sum(captures.map(({ amount }) => toMinor(amount, exponent)))
}
