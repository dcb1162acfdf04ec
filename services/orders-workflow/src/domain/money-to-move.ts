import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { larger, type Minor, minus, plus, ratio, smaller, sum, toAmount, toMinor, ZERO } from '@oms/money/minor'
import { amountOf, authorisedRests, countingPayments, takeFrom } from './authorised-rest.ts'
import { restOfQuantity } from './quantities.ts'
import { openQuantity } from './shipment-lines.ts'

/** A part of an authorisation that is to be captured or voided. */
export type MoneyMove = {
  authorization: Payment
  /** In the main unit of the currency. */
  amount: number
  /** Names the effect: equal names are one and the same effect (4-decisions F.12, «Once per»). */
  name: string
}

export type MoneyScope = { shipmentId: string | null; exponent: number; now: string }

export type Captures = {
  moves: MoneyMove[]
  /** True when an authorisation that is needed has expired. */
  isExpired: boolean
}

/**
 * What CapturePayments captures (4-decisions F.12): netTotal less what is captured, or for one shipment the value of what is delivered or
 * released in it with its shipping, less what was captured for it; never more than is authorised.
 */
export function capturesDue(order: Order, scope: MoneyScope): Captures {
  const { exponent, shipmentId, now } = scope
  const captured = countingPayments(order, 'Capture', 'Sale', 'Invoiced')
  const orderRest = larger(minus(toMinor(order.netTotal, exponent), amountOf(captured, exponent)), ZERO)
  const due = shipmentId === null ? orderRest : smaller(orderRest, dueForShipment(order, { shipmentId, exponent, orderRest }))
  const rests = authorisedRests(order, exponent)
  const isValid = ({ authorizationExpires }: Payment) => authorizationExpires === null || authorizationExpires > now
  const taken = takeFrom(
    rests.filter(({ authorization }) => isValid(authorization)),
    due,
  )
  const missing = minus(due, sum(taken.map(({ amount }) => amount)))
  const isExpired = missing > 0 && rests.some(({ authorization, rest }) => rest > 0 && !isValid(authorization))
  const before = amountOf(shipmentId === null ? captured : ofShipment(captured, shipmentId), exponent)
  return { moves: namedMoves(order, { taken, before, exponent, transactionType: 'Capture', shipmentId }), isExpired }
}

/** What CancelPayments voids: the part of the authorised rest that shipments which are not cancelled no longer need (4-decisions F.12). */
export function voidsDue(order: Order, { exponent }: Pick<MoneyScope, 'exponent'>): MoneyMove[] {
  const rests = authorisedRests(order, exponent)
  const rest = sum(rests.map((item) => item.rest))
  const captured = amountOf(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const needed = larger(minus(valueOfOpen(order, exponent), captured), ZERO)
  // The last authorisation is the first to be given up, so that captures still find the earlier ones whole.
  const taken = takeFrom([...rests].reverse(), larger(minus(rest, needed), ZERO))
  const before = amountOf(countingPayments(order, 'Void'), exponent)
  return namedMoves(order, { taken, before, exponent, transactionType: 'Void', shipmentId: null })
}

function valueOfOpen(order: Order, exponent: number): Minor {
  const form = order.orderForm
  const canceled = form.shipments.filter((shipment) => shipment.status === 'Cancelled')
  const shipping = canceled.map((shipment) => toMinor(shipment.shippingTotal, exponent))
  const isAllCanceled = form.lineItems.length > 0 && form.lineItems.every((line) => line.canceledQuantity === line.quantity)
  const further = isAllCanceled ? [toMinor(form.handlingTotal, exponent), toMinor(form.grossRoundoff ?? 0, exponent)] : []
  return minus(toMinor(order.netTotal, exponent), sum([...shipping, ...further]))
}

type ShipmentScope = { shipmentId: string; exponent: number; orderRest: Minor }

/**
 * What is open of the shipment's own value. Once all are through, the first to be captured also takes what is no shipment's: handling, and
 * what rounding of the parts left over; never what is open of another, whose capture may be under way or was refused.
 */
function dueForShipment(order: Order, { shipmentId, exponent, orderRest }: ShipmentScope): Minor {
  const { shipments } = order.orderForm
  const shipment = shipments.find((candidate) => candidate.shipmentId === shipmentId)
  if (shipment === undefined) return ZERO
  const captured = countingPayments(order, 'Capture', 'Sale', 'Invoiced')
  const openOf = (one: Shipment): Minor =>
    larger(minus(valueOfShipment(one, exponent), amountOf(ofShipment(captured, one.shipmentId), exponent)), ZERO)
  const own = openOf(shipment)
  if (!shipments.every(isThrough)) return own
  const openOfOthers = sum(shipments.filter((other) => other !== shipment).map(openOf))
  return larger(own, minus(orderRest, openOfOthers))
}

function isThrough(shipment: Shipment): boolean {
  return isReleased(shipment) || shipment.lineItems.every((line) => openQuantity(line) === 0)
}

function isReleased({ status }: Shipment): boolean {
  return status === 'Released' || status === 'Shipped'
}

/** Copies sum to their lines in every amount, so the values of all shipments sum to the order's. */
function valueOfShipment(shipment: Shipment, exponent: number): Minor {
  const values = shipment.lineItems.map((copy) => {
    const kept = restOfQuantity(copy.quantity, copy.canceledQuantity)
    const counted = isReleased(shipment) ? kept : copy.deliveredQuantity
    return kept === 0 ? ZERO : ratio(toMinor(copy.extendedPrice, exponent), counted, kept)
  })
  return values.every((value) => value === 0) ? ZERO : plus(sum(values), toMinor(shipment.shippingTotal, exponent))
}

function ofShipment(payments: readonly Payment[], shipmentId: string | null): Payment[] {
  return payments.filter((payment) => payment.shipmentId === shipmentId)
}

type Naming = {
  taken: { authorization: Payment; amount: Minor }[]
  before: Minor
  exponent: number
  transactionType: 'Capture' | 'Void'
  shipmentId: string | null
}

/**
 * Names each move by the cumulative amount after it. Asked for again after a refusal it is a new effect; asked for again when no answer came it
 * is the same, because the provider may have done it.
 */
function namedMoves(order: Order, { taken, before, exponent, transactionType, shipmentId }: Naming): MoneyMove[] {
  let cumulative = before
  return taken.map(({ authorization, amount }) => {
    cumulative = plus(cumulative, amount)
    const refusals = order.orderForm.payments.filter(
      (payment) => isRefusal(payment, authorization) && payment.transactionType === transactionType,
    )
    const kind = `${transactionType.toLowerCase()}/${shipmentId ?? ''}`
    return {
      authorization,
      amount: toAmount(amount, exponent),
      name: `${order.id}/${kind}/${cumulative}/${authorization.id}/${refusals.length}`,
    }
  })
}

/** A request that the provider refused has a transaction id; one that it did not answer has none. */
function isRefusal({ status, internalReference, transactionId }: Payment, authorization: Payment): boolean {
  return status === 'Failed' && internalReference === authorization.id && !!transactionId
}
