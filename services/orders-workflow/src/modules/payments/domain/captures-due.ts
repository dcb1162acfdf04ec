import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { larger, type Minor, minus, plus, ratio, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { restOfQuantity } from '@open-oms/money/quantities'
import {
  authorisedRests,
  countingPayments,
  type PaymentRest,
  sumPayments,
  takeFrom,
} from '../../../order/rules/payments/authorised-rest.ts'
import { openQuantity, withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { formCharges } from '../../../order/rules/totals/form-charges.ts'
import {
  amountOfRequests,
  type MovesDue,
  namedMoves,
  OPEN_REQUEST,
  openRequests,
  repeatable,
  repeatedMoves,
  withoutRequests,
} from './money-move.ts'

export type MoneyScope = { shipmentId: string | null; exponent: number; now: string }

export const EXPIRED = 'The authorisation has expired.'

/**
 * What CapturePayments captures (payments.md#amount-to-capture): netTotal less the captured amount,
 * or for one shipment the value of its delivered or released goods with its shipping, less what was
 * captured for it; at most the authorised amount. Open requests are repeated first, and count as
 * captured until then.
 */
export function capturesDue(order: Order, scope: MoneyScope): MovesDue {
  const { exponent, shipmentId } = scope
  const captured = countingPayments(order, 'Capture', 'Sale', 'Invoiced')
  const orderRest = larger(minus(toMinor(order.netTotal, exponent), sumPayments(captured, exponent)), ZERO)
  const due = shipmentId === null ? orderRest : smaller(orderRest, dueForShipment(order, { shipmentId, exponent, orderRest }))
  const open = openRequests(order, 'Capture', exponent)
  const own = open.filter(({ payment }) => shipmentId === null || payment.shipmentId === shipmentId)
  const { repeated, left } = repeatable(own, due)
  const further = smaller(left, larger(minus(orderRest, amountOfRequests(open)), ZERO))
  // An open void may have been carried out: its amount is not captured before the outcome is known.
  const voids = openRequests(order, 'Void', exponent)
  const rests = withoutRequests(authorisedRests(order, exponent), [...open, ...voids])
  const taken = takeFrom(rests.filter(isValidAt(scope.now)), further)
  const before = plus(
    sumPayments(shipmentId === null ? captured : ofShipment(captured, shipmentId), exponent),
    amountOfRequests(own),
  )
  const purpose = `capture/${shipmentId ?? ''}`
  const moves = namedMoves(order, { taken, before, exponent, transactionType: 'Capture', purpose })
  const isMissing = further > sum(taken.map(({ amount }) => amount))
  const isExpired = isMissing && rests.some((item) => item.rest > 0 && !isValidAt(scope.now)(item))
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...moves],
    shortfall: isExpired ? EXPIRED : left > further || (isMissing && voids.length > 0) ? OPEN_REQUEST : null,
  }
}

/** True for authorisations that have not expired. */
export function isValidAt(now: string): (rest: PaymentRest) => boolean {
  return ({ payment: { authorizationExpires } }) => authorizationExpires === null || authorizationExpires > now
}

/**
 * What CancelPayments voids: the part of the authorised rest that open shipments no longer need
 * (payments.md#amount-to-void): those that are neither cancelled nor NotCollected. An expired
 * authorisation has nothing left to void. The amount of an open capture counts as moved: the
 * provider may have carried it out.
 */
export function voidsDue(order: Order, { exponent, now }: Pick<MoneyScope, 'exponent' | 'now'>): MovesDue {
  const captured = sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const captures = openRequests(order, 'Capture', exponent)
  const rests = withoutRequests(authorisedRests(order, exponent).filter(isValidAt(now)), captures)
  const needed = larger(minus(valueOfOpen(order, exponent), plus(captured, amountOfRequests(captures))), ZERO)
  const due = larger(minus(sum(rests.map(({ rest }) => rest)), needed), ZERO)
  const open = openRequests(order, 'Void', exponent)
  const { repeated, left } = repeatable(open, due)
  const further = smaller(left, larger(minus(due, amountOfRequests(open)), ZERO))
  // The last authorisation is voided first, so that the earlier ones stay whole for captures.
  const taken = takeFrom(withoutRequests(rests, open).reverse(), further)
  const before = plus(sumPayments(countingPayments(order, 'Void'), exponent), amountOfRequests(open))
  const moves = namedMoves(order, { taken, before, exponent, transactionType: 'Void', purpose: 'void/' })
  const stillDue = repeatable(captures, minus(toMinor(order.netTotal, exponent), captured)).repeated
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...moves],
    shortfall: left > further || stillDue.length < captures.length ? OPEN_REQUEST : null,
  }
}

function valueOfOpen(order: Order, exponent: number): Minor {
  const form = withShipment(order).orderForm
  const unneeded = form.shipments.map((shipment) => {
    if (shipment.status === 'Cancelled') return toMinor(shipment.shippingTotal, exponent)
    return isNotCollected(shipment) ? valueNotCollected(shipment, exponent) : ZERO
  })
  const isUnwanted = (line: OrderLine) => line.canceledQuantity === line.quantity
  const isOver = (shipment: Shipment) => isNotCollected(shipment) && shipment.lineItems.every(isUndelivered)
  const isAllOver =
    form.lineItems.length > 0 &&
    (form.lineItems.every(isUnwanted) || form.shipments.every((one) => isOver(one) || one.lineItems.every(isUnwanted)))
  const further = isAllOver ? Object.values(formCharges(form, exponent)) : []
  return minus(toMinor(order.netTotal, exponent), sum([...unneeded, ...further]))
}

/**
 * The status of goods that were not collected: they are on sale again and need no payment, although
 * they are not cancelled (workflow.md#uncollected-goods).
 */
const NOT_COLLECTED = 'NotCollected'

function isNotCollected({ orderStatus }: Shipment): boolean {
  return orderStatus === NOT_COLLECTED
}

function isUndelivered({ deliveredQuantity }: OrderLine): boolean {
  return deliveredQuantity === 0
}

/**
 * The value of the uncollected goods of the shipment; its shipping is paid with the first collected
 * unit.
 */
function valueNotCollected(shipment: Shipment, exponent: number): Minor {
  const whole = sum([
    ...shipment.lineItems.map((copy) => toMinor(copy.extendedPrice, exponent)),
    toMinor(shipment.shippingTotal, exponent),
  ])
  return minus(whole, valueOfUnits(shipment, { exponent, counted: (copy) => copy.deliveredQuantity }))
}

type ShipmentScope = { shipmentId: string; exponent: number; orderRest: Minor }

/**
 * The open part of the shipment's value. Once all shipments are finished, the first to be captured
 * also takes the amounts of no shipment: handling and rounding remainders; never the open part of
 * another, whose capture may be under way or refused.
 */
function dueForShipment(order: Order, { shipmentId, exponent, orderRest }: ShipmentScope): Minor {
  const { shipments } = order.orderForm
  const shipment = shipments.find((candidate) => candidate.shipmentId === shipmentId)
  if (shipment === undefined) return ZERO
  const captured = countingPayments(order, 'Capture', 'Sale', 'Invoiced')
  const before = (one: Shipment): Minor => sumPayments(ofShipment(captured, one.shipmentId), exponent)
  const openValue = (one: Shipment): Minor => larger(minus(valueOfShipment(one, exponent), before(one)), ZERO)
  const own = openValue(shipment)
  if (!shipments.every(isFinished)) return own
  // After another capture its share may be rounded the other way, by less than a minor unit for
  // each line.
  const isRounding = (one: Shipment) => before(one) > 0 && openValue(one) <= one.lineItems.length
  const openOfOthers = sum(shipments.filter((other) => other !== shipment && !isRounding(other)).map(openValue))
  return larger(own, minus(orderRest, openOfOthers))
}

function isFinished(shipment: Shipment): boolean {
  return isReleased(shipment) || shipment.lineItems.every((line) => openQuantity(line) === 0)
}

function isReleased({ status }: Shipment): boolean {
  return status === 'Released' || status === 'Shipped'
}

/** Copies sum to their lines in every amount, so the values of all shipments sum to the order's. */
function valueOfShipment(shipment: Shipment, exponent: number): Minor {
  return valueOfUnits(shipment, {
    exponent,
    counted: isReleased(shipment) ? unchangedAllocations : (copy) => copy.deliveredQuantity,
  })
}

function unchangedAllocations({ quantity, canceledQuantity }: OrderLine): number {
  return restOfQuantity(quantity, canceledQuantity)
}

type QuantityCounter = { exponent: number; counted(copy: OrderLine): number }

/** The value of these quantities of a shipment's lines, with its shipping if there are any. */
function valueOfUnits(shipment: Shipment, { exponent, counted }: QuantityCounter): Minor {
  const values = shipment.lineItems.map((copy) => {
    const notCancelled = unchangedAllocations(copy)
    return notCancelled === 0 ? ZERO : ratio(toMinor(copy.extendedPrice, exponent), counted(copy), notCancelled)
  })
  return values.every((value) => value === 0) ? ZERO : plus(sum(values), toMinor(shipment.shippingTotal, exponent))
}

function ofShipment(payments: readonly Payment[], shipmentId: string | null): Payment[] {
  return payments.filter((payment) => payment.shipmentId === shipmentId)
}
