import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, negated, plus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { isStatusIn } from '../context/return-type.ts'
import { countingPayments, sumPayments } from '../payments/authorised-rest.ts'
import { formCharges } from '../totals/form-charges.ts'
import { unitsInForms } from '../totals/returned-units.ts'

type ReturnCheckInput = {
  /** The order with its totals after the write. */
  order: Order
  /** The return form that is made or changed. */
  form: ReturnOrderForm
  /** The cancelled statuses of return forms, and of the order's own type. */
  canceledStatuses: { ofForms: readonly string[]; ofOrder: readonly string[] }
  exponent: number
  /** The path of the lines in the body. */
  list: 'returns' | 'lineItems'
}

/**
 * Refuses a return form that takes back more than possible (returns.md#returnable-units,
 * returns.md#over-refund): units that were not delivered, or whose shipment is cancelled,
 * `QuantityNotAvailable`; more credit than a line, the shipping or the handling was paid with, or
 * than the totals of the order and the form, `ValidationFailed`.
 */
export function assertReturnable(checking: ReturnCheckInput): void {
  const { order, form, canceledStatuses, exponent, list } = checking
  const isCanceled = isStatusIn(canceledStatuses.ofForms)
  if (isCanceled(form.status)) return
  assertUnits(checking)
  const errors: ErrorTexts = {}
  for (const [index, line] of form.lineItems.entries()) {
    const sold = order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === line.lineItemId)
    if (sold !== undefined && sold.creditedAmount > sold.extendedPrice)
      errors[`${list}[${index}].creditAmount`] = [`${sold.creditedAmount} would be credited of a line of ${sold.extendedPrice}`]
  }
  const { shippingCreditedTotal, shippingTotal } = order.orderForm
  if (shippingCreditedTotal > shippingTotal)
    errors.creditShipmentAmount = [`${shippingCreditedTotal} would be credited of a shipping of ${shippingTotal}`]
  const handling = sum(
    order.returnOrderForms.map((one) => (isCanceled(one.status) ? ZERO : toMinor(one.handlingTotal, exponent))),
  )
  const charged = formCharges(order.orderForm, exponent).handling
  if (handling > charged)
    errors.handlingTotal = [`${toAmount(handling, exponent)} would be credited of a handling of ${toAmount(charged, exponent)}`]
  Object.assign(errors, roundoffErrors(order, form, exponent))
  if (netTotalBut(order, form, exponent) < 0) errors.creditAmount = ['the total of the order would be below zero']
  if (toMinor(form.creditAmount, exponent) > toMinor(form.total, exponent))
    errors.creditAmount = [`is more than the total of the return, ${form.total}`]
  const [first] = Object.entries(errors)
  if (first !== undefined) throw new DomainError('ValidationFailed', `${first[0]} ${first[1][0]}.`, { errors })
}

/** A rounding is at most what is credited, or what the order rounds. */
function roundoffErrors({ orderForm }: Order, form: ReturnOrderForm, exponent: number): ErrorTexts {
  const { grossRoundoff, subTotal, shippingTotal, handlingTotal } = form
  const rounding = toMinor(grossRoundoff ?? 0, exponent)
  const credit = sum([subTotal, shippingTotal, handlingTotal].map((amount) => toMinor(amount, exponent)))
  const size = (amount: Minor) => larger(amount, negated(amount))
  const limit = larger(credit, size(toMinor(orderForm.grossRoundoff ?? 0, exponent)))
  return size(rounding) <= limit ? {} : { grossRoundoff: [`${grossRoundoff} is more than what is credited`] }
}

/** The net total of the order without what a form rounds up for its own refund. */
function netTotalBut({ netTotal }: Order, { grossRoundoff }: ReturnOrderForm, exponent: number): Minor {
  return plus(toMinor(netTotal, exponent), larger(ZERO, toMinor(grossRoundoff ?? 0, exponent)))
}

function assertUnits({ order, form, canceledStatuses, list }: ReturnCheckInput): void {
  const units = unitsInForms(order.returnOrderForms, canceledStatuses.ofForms)
  for (const [index, { lineItemId }] of form.lineItems.entries()) {
    const line = order.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
    if (line === undefined) continue
    const delivered = returnableUnits(order, line, canceledStatuses.ofOrder)
    const returned = Math.max(line.returnQuantity, units.get(lineItemId) ?? 0)
    if (returned <= delivered) continue
    const text = `${returned} would be returned of ${delivered} that are delivered`
    throw new DomainError('QuantityNotAvailable', `Line "${lineItemId}": ${text}.`, {
      errors: { [`${list}[${index}].${list === 'returns' ? 'returnQuantity' : 'quantity'}`]: [text] },
    })
  }
}

/** The captured amount that is not credited yet. */
export function creditableRest(order: Order, exponent: number): Minor {
  const credited = sumPayments(countingPayments(order, 'Credit'), exponent)
  return minus(sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent), credited)
}

/**
 * The units of a line that were delivered in shipments that are not cancelled. In an order with
 * cancelled quantities the cancelled status refers to these: goods delivered before can still be
 * returned.
 */
function returnableUnits({ orderForm }: Order, line: OrderLine, canceledStatuses: readonly string[]): number {
  const { lineItems, shipments } = orderForm
  if (shipments.length === 0 || lineItems.some(({ canceledQuantity }) => canceledQuantity > 0)) return line.deliveredQuantity
  const isCanceled = isStatusIn(canceledStatuses)
  const active = shipments.filter(({ status, orderStatus }) => status !== 'Cancelled' && !isCanceled(orderStatus))
  const copies = active.flatMap((shipment) => shipment.lineItems.filter(({ lineItemId }) => lineItemId === line.lineItemId))
  return sumOfQuantities(copies.map(({ deliveredQuantity }) => deliveredQuantity))
}
