import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { larger, type Minor, minus, plus, ratio, smaller, sum, times, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { isCanceledWhole, isShippingDropped } from '../../../order/rules/lines/canceled-lines.ts'
import {
  capturedRests,
  countingPayments,
  openRefund,
  type PaymentRest,
  sumPayments,
} from '../../../order/rules/payments/authorised-rest.ts'
import { linePart, type PartAmounts } from '../../../order/rules/payments/paid-parts.ts'
import {
  amountOfRequests,
  type MoneyMove,
  type MovesDue,
  namedMoves,
  OPEN_REQUEST,
  type OpenRequest,
  openRequests,
  repeatable,
  repeatedMoves,
  withoutRequests,
} from './money-move.ts'
import { creditedParts, type Payers, takeFromPayers } from './refund-payers.ts'

/** Why a refund is not made in full: nothing is left to pay it back from. */
export const EXCEEDS_CAPTURED = 'The amount to credit exceeds what was captured and not credited yet.'

/**
 * The amount that CreditReturn refunds for a return form (payments.md#amount-to-refund): its
 * `creditAmount` less what was credited for it, at most captured − credited. 0 when the form
 * excludes a refund.
 */
export function returnRefundDue(order: Order, form: ReturnOrderForm, payers: Payers): MovesDue {
  if (!form.creditPayment) return { moves: [], shortfall: null }
  const { exponent } = payers
  const ids = new Set(form.payments.map(({ id }) => id))
  const isOwn = ({ id }: Payment) => id !== null && ids.has(id)
  const open = openRequests(order, 'Credit', exponent)
  const own = open.filter(({ payment }) => isOwn(payment))
  const { paidOut: credited, open: due } = openRefund(order, form, exponent)
  const { repeated, left } = repeatable(own, due)
  const further = smaller(left, larger(minus(due, amountOfRequests(own)), ZERO))
  const rests = withoutRequests(capturedRests(order, exponent), open)
  const rounded = roundedUp(rests, { further, rounding: toMinor(form.grossRoundoff ?? 0, exponent) })
  const taken = takeFromPayers(order, rounded, { amount: further, parts: creditedParts(form, payers), payers })
  const moves = namedMoves(order, {
    taken,
    transactionType: 'Credit',
    purpose: `credit-return/${form.returnId}`,
    before: plus(credited, amountOfRequests(own)),
    exponent,
    lineItemIds: linesNamedBy(form),
  })
  const isExceeding = further > sum(taken.map(({ amount }) => amount))
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...moves],
    shortfall: isExceeding ? EXCEEDS_CAPTURED : left > further ? OPEN_REQUEST : null,
  }
}

/**
 * The rests, the last of them with what the refund rounds up beyond all that is left
 * (returns.md#rounding-in-returns).
 */
function roundedUp(rests: readonly PaymentRest[], { further, rounding }: { further: Minor; rounding: Minor }): PaymentRest[] {
  const beyond = larger(ZERO, smaller(minus(further, sum(rests.map(({ rest }) => rest))), rounding))
  return rests.map((item, index) => (index === rests.length - 1 ? { ...item, rest: plus(item.rest, beyond) } : item))
}

/**
 * The lines that the refund of a form names: none where there are more than a payment can name; it
 * is then found by the form alone.
 */
function linesNamedBy({ lineItems }: ReturnOrderForm): string[] {
  const ids = lineItems.flatMap(({ lineItemId }) => (lineItemId === null ? [] : [lineItemId]))
  return ids.length > LIST_MAX ? [] : ids
}

type Scope = { shipmentId: string | null; exponent: number }
/** A cancelled item to refund: a line, or shipping and other charges. */
type CanceledRefund = {
  purpose: string
  lineItemIds: readonly string[]
  parts: PartAmounts
  own: OpenRequest[]
  credited: Minor
  due: Minor
}

/**
 * The amount that CreditCancelledOrderLines refunds (payments.md#amount-to-refund): of each line
 * the value of its cancelled units, then the shipping and the other charges of what is cancelled
 * whole, less what was credited for each outside of returns, as far as more was captured than the
 * order is worth without them. One move for each of them and captured payment.
 */
export function canceledLinesRefundDue(order: Order, { shipmentId, ...payers }: Scope & Payers): MovesDue {
  const { exponent } = payers
  const ofLines = lineRefunds(order, { shipmentId, exponent })
  const refunds = [...ofLines, chargesRefund(order, { shipmentId, exponent })]
  const open = openRequests(order, 'Credit', exponent)
  let available = excessCaptured(order, exponent)
  const repeated = refunds.flatMap(({ own, due }) => {
    const again = repeatable(own, smaller(due, available)).repeated
    available = minus(available, amountOfRequests(again))
    return again
  })
  const excess = larger(minus(excessCaptured(order, exponent), amountOfRequests(ofNoReturn(order, open))), ZERO)
  const wanted = refunds.map(({ due, own }) => larger(minus(due, amountOfRequests(own)), ZERO))
  const amounts = withinExcess(wanted, { excess, lines: ofLines.length })
  let rests = withoutRequests(capturedRests(order, exponent), open)
  const moves = refunds.flatMap(({ purpose, lineItemIds, parts, own, credited }, index): MoneyMove[] => {
    const taken = takeFromPayers(order, rests, { amount: amounts[index] as Minor, parts, payers })
    rests = less(rests, taken)
    const before = plus(credited, amountOfRequests(own))
    return namedMoves(order, { taken, transactionType: 'Credit', purpose, before, exponent, lineItemIds })
  })
  const isExceeding = sum(amounts) > sum(moves.map(({ amount }) => toMinor(amount, exponent)))
  const hasOpenRequest = refunds.some(({ own, due }) => due > 0 && own.some((request) => !repeated.includes(request)))
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...moves],
    shortfall: isExceeding ? EXCEEDS_CAPTURED : hasOpenRequest ? OPEN_REQUEST : null,
  }
}

/** The amounts as far as there is an excess: the lines first. */
function withinExcess(wanted: readonly Minor[], { excess, lines }: { excess: Minor; lines: number }): Minor[] {
  const ofLines = wanted.slice(0, lines)
  const most = smaller(sum(ofLines), excess)
  const parts = most === sum(ofLines) ? ofLines : shares(most, ofLines)
  return [...parts, smaller(sum(wanted.slice(lines)), minus(excess, most))]
}

function lineRefunds(order: Order, { shipmentId, exponent }: Scope): CanceledRefund[] {
  const { lineItems, shipments } = order.orderForm
  const inScope = shipments.filter((shipment) => shipmentId === null || shipment.shipmentId === shipmentId)
  const ids = new Set(inScope.flatMap((shipment) => shipment.lineItems.filter(isCanceled).map(({ lineItemId }) => lineItemId)))
  return lineItems
    .filter((line) => isCanceled(line) && (shipmentId === null || ids.has(line.lineItemId)))
    .map((line) => {
      const lineItemId = line.lineItemId
      const value = canceledValue(line, exponent)
      const isOwn = ({ orderLineReferences: [first, ...others] }: Payment) =>
        first?.lineItemId === lineItemId && others.length === 0
      return {
        purpose: `credit-line/${lineItemId}/${line.canceledQuantity}`,
        lineItemIds: [lineItemId],
        parts: new Map([[linePart(lineItemId), value]]),
        ...outstandingRefund(order, { value, isOwn, exponent }),
      }
    })
}

/**
 * The shipping of shipments that are cancelled whole; of an order that is, handling and rounding
 * too (money.md#cancelled-charges).
 */
function chargesRefund(order: Order, { shipmentId, exponent }: Scope): CanceledRefund {
  const { orderForm: form } = order
  const minor = (amount: number | null) => larger(ZERO, toMinor(amount ?? 0, exponent))
  const dropped = form.shipments.filter(
    (shipment) => (shipmentId === null || shipment.shipmentId === shipmentId) && isShippingDropped(form, shipment),
  )
  const shipping = sum(dropped.map((shipment) => minus(minor(shipment.shippingSubTotal), minor(shipment.shippingDiscountAmount))))
  const isWhole = isCanceledWhole(form.lineItems)
  const parts = new Map([
    ['Shipping', shipping],
    ['Handling', isWhole ? minor(form.handlingTotal) : ZERO],
    ['Rounding', isWhole ? minor(form.grossRoundoff) : ZERO],
  ])
  const isOwn = (payment: Payment) =>
    payment.orderLineReferences.length === 0 && (shipmentId === null || payment.shipmentId === shipmentId)
  const refund = outstandingRefund(order, { value: sum(parts.values()), isOwn, exponent })
  return { purpose: `credit-charges/${shipmentId ?? ''}`, lineItemIds: [], parts, ...refund }
}

/** What is left to refund of a value, after the Credits outside of returns that are its own. */
function outstandingRefund(
  order: Order,
  { value, isOwn, exponent }: { value: Minor; isOwn(payment: Payment): boolean; exponent: number },
): Pick<CanceledRefund, 'own' | 'credited' | 'due'> {
  const credits = ofNoReturn(
    order,
    countingPayments(order, 'Credit').map((payment) => ({ payment })),
  )
  const payments = credits.map(({ payment }) => payment).filter(isOwn)
  const credited = sumPayments(payments, exponent)
  const open = ofNoReturn(order, openRequests(order, 'Credit', exponent))
  return {
    own: open.filter(({ payment }) => isOwn(payment)),
    credited,
    due: larger(minus(value, credited), ZERO),
  }
}

function isCanceled({ canceledQuantity }: OrderLine): boolean {
  return canceledQuantity > 0
}

/** The price of the cancelled units, before order discounts. */
function canceledValue({ placedPrice, quantity, discounted, canceledQuantity }: OrderLine, exponent: number): Minor {
  const whole = minus(times(placedPrice, quantity, exponent), toMinor(discounted, exponent))
  return larger(ratio(whole, canceledQuantity, quantity), ZERO)
}

/**
 * The captured amount above the value of the order without its cancelled units, less refunds
 * outside of returns.
 */
function excessCaptured(order: Order, exponent: number): Minor {
  const captured = sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const credits = ofNoReturn(
    order,
    countingPayments(order, 'Credit').map((payment) => ({ payment })),
  )
  const credited = sumPayments(
    credits.map(({ payment }) => payment),
    exponent,
  )
  return larger(minus(captured, plus(toMinor(order.orderForm.total, exponent), credited)), ZERO)
}

function ofNoReturn<T extends { payment: Payment }>(order: Order, items: readonly T[]): T[] {
  const ids = new Set(order.returnOrderForms.flatMap(({ payments }) => payments.map(({ id }) => id)))
  return items.filter(({ payment }) => !ids.has(payment.id))
}

function less(rests: readonly PaymentRest[], taken: readonly { payment: Payment; amount: Minor }[]): PaymentRest[] {
  return rests.map(({ payment, rest }) => {
    const part = taken.find((one) => one.payment === payment)
    return part === undefined ? { payment, rest } : { payment, rest: minus(rest, part.amount) }
  })
}
