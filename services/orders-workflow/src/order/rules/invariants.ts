import { DomainError, type ErrorTexts, invariant } from '@open-oms/contracts/errors'
import { mirrored } from '@open-oms/contracts/orders/calculated-fields'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { sumOfAmounts } from '@open-oms/money/minor'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isCanceledWhole, isShippingDropped } from './lines/canceled-lines.ts'

/**
 * Checks an order before it is written. Quantities that do not go together
 * (quantities.md#quantity-invariants) come from a request: `QuantityNotAvailable`, naming the
 * paths. Amounts that do not add up (money.md#money-invariants) are a mistake of this program: an
 * invariant. Expects an order that `calculateTotals` returned.
 */
export function assertInvariants(order: OrderDraft): void {
  const form = order.orderForm
  assertQuantities(form)
  for (const line of form.lineItems) assertLine(line)
  for (const shipment of form.shipments) assertShipment(shipment, isShippingDropped(form, shipment))
  assertForm(form)
  assertOrder(order)
}

type Problem = { field: string; text: string }

/**
 * Checks that the quantities of lines and of their copies in shipments go together
 * (quantities.md#quantity-invariants). Raises `QuantityNotAvailable`.
 */
export function assertQuantities(form: OrderForm): void {
  const errors: ErrorTexts = {}
  const held = heldByShipments(form.shipments)
  for (const [index, line] of form.lineItems.entries()) {
    const problem =
      problemOfLine(line) ?? (form.shipments.length === 0 ? null : problemOfCopies(line, held.get(line.lineItemId) ?? []))
    if (problem !== null) errors[`orderForm.lineItems[${index}].${problem.field}`] = [problem.text]
  }
  for (const [index, shipment] of form.shipments.entries()) {
    for (const [position, copy] of shipment.lineItems.entries()) {
      const problem = problemOfLine(copy)
      if (problem !== null) errors[`orderForm.shipments[${index}].lineItems[${position}].${problem.field}`] = [problem.text]
    }
  }
  assertNoStrangers(form, errors)
  const [first] = Object.entries(errors)
  if (first !== undefined) throw new DomainError('QuantityNotAvailable', `${first[0]} ${first[1][0]}`, { errors })
}

function heldByShipments(shipments: readonly Shipment[]): Map<string | null, OrderLine[]> {
  const held = new Map<string | null, OrderLine[]>()
  for (const shipment of shipments) {
    for (const copy of shipment.lineItems) {
      const known = held.get(copy.lineItemId)
      if (known === undefined) held.set(copy.lineItemId, [copy])
      else known.push(copy)
    }
  }
  return held
}

const counted = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'returnQuantity'] as const

function problemOfLine(line: OrderLine): Problem | null {
  for (const field of counted) if (line[field] < 0) return { field, text: 'must not be negative' }
  const { quantity, deliveredQuantity, canceledQuantity, returnQuantity } = line
  if (restOfQuantity(quantity, deliveredQuantity, canceledQuantity) < 0) {
    const text = `${deliveredQuantity} delivered and ${canceledQuantity} cancelled are more than the quantity of ${quantity}`
    return { field: canceledQuantity > quantity ? 'canceledQuantity' : 'deliveredQuantity', text }
  }
  if (returnQuantity > deliveredQuantity) {
    return { field: 'returnQuantity', text: `${returnQuantity} returned are more than the ${deliveredQuantity} delivered` }
  }
  return null
}

const allotted = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity'] as const

function problemOfCopies(line: OrderLine, copies: readonly OrderLine[]): Problem | null {
  for (const field of allotted) {
    const sum = sumOfQuantities(copies.map((copy) => copy[field] ?? 0))
    if (sum !== (line[field] ?? 0)) return { field, text: `is ${line[field] ?? 0}, but that of the shipments is ${sum}` }
  }
  return null
}

function assertNoStrangers(form: OrderForm, errors: ErrorTexts): void {
  const ids = new Set(form.lineItems.map(({ lineItemId }) => lineItemId))
  for (const [index, shipment] of form.shipments.entries()) {
    for (const [position, { lineItemId }] of shipment.lineItems.entries()) {
      if (ids.has(lineItemId)) continue
      errors[`orderForm.shipments[${index}].lineItems[${position}].lineItemId`] = [`${lineItemId} is not a line of the order`]
    }
  }
}

function isSum(whole: number, parts: readonly number[]): boolean {
  return whole === sumOfAmounts(parts)
}

function assertLine(line: OrderLine): void {
  const name = `line ${line.lineItemId}`
  invariant(isSum(line.extendedPrice, [line.extendedPriceExclTax, line.taxTotal]), `${name}: price = price without tax + tax`)
  invariant(isSum(line.discountedPrice, [line.extendedPrice, line.orderDiscountAmount]), `${name}: shares of discounts`)
  invariant(line.extendedPrice >= 0 && line.orderDiscountAmount >= 0, `${name}: never below zero`)
}

function assertShipment(shipment: Shipment, isDropped: boolean): void {
  const name = `shipment ${shipment.shipmentId}`
  const { lineItems, shippingTotal, shippingTax, subTotal } = shipment
  for (const copy of lineItems) assertLine(copy)
  invariant(
    isSum(
      subTotal,
      lineItems.map(({ extendedPrice }) => extendedPrice),
    ),
    `${name}: lines = subtotal`,
  )
  invariant(isSum(shipment.total, [subTotal, shippingTotal]), `${name}: lines + shipping = total`)
  invariant(isSum(shipment.taxTotal, [...lineItems.map(({ taxTotal }) => taxTotal), shippingTax]), `${name}: taxes = tax`)
  invariant(
    (isDropped && shippingTotal === 0) || isSum(shipment.shippingSubTotal, [shippingTotal, shipment.shippingDiscountAmount]),
    `${name}: shipping and its discount`,
  )
  invariant(shippingTotal >= 0, `${name}: shipping is never below zero`)
}

function assertForm(form: OrderForm): void {
  const { lineItems, shipments } = form
  const taxes = [
    ...lineItems.map(({ taxTotal }) => taxTotal),
    ...shipments.map(({ shippingTax }) => shippingTax),
    form.orderLevelTax,
  ]
  const excluded = lineItems.map(({ extendedPriceExclTax }) => extendedPriceExclTax)
  invariant(
    isSum(
      form.subTotal,
      lineItems.map(({ extendedPrice }) => extendedPrice),
    ),
    'form: lines = subtotal',
  )
  invariant(isSum(form.subTotalExclTax, excluded), 'form: lines without tax = subtotal without tax')
  invariant(
    isSum(
      form.discountAmount,
      lineItems.map(({ orderDiscountAmount }) => orderDiscountAmount),
    ),
    'form: shares = order discount',
  )
  invariant(isSum(form.taxTotal, taxes), 'form: taxes = tax')
  invariant(isSum(form.total, [form.totalExclTax, form.taxTotal]), 'form: total = total without tax + tax')
  assertCharges(form)
}

/**
 * Amounts of another system may charge what was cancelled (money.md#cancelled-charges); calculated
 * ones do not.
 */
function assertCharges(form: OrderForm): void {
  const { lineItems, shipments, subTotal, shippingTotal, handlingTotal, grossRoundoff } = form
  const isTotal = isSum(form.total, [subTotal, shippingTotal, handlingTotal, grossRoundoff ?? 0])
  const isTotalOfCanceled = isCanceledWhole(lineItems) && isSum(form.total, [subTotal, shippingTotal])
  invariant(isTotal || isTotalOfCanceled, 'form: total = lines + shipping + handling + rounding')
  const charged = shipments.filter((shipment) => !isShippingDropped(form, shipment))
  for (const field of ['shippingSubTotal', 'shippingTotal'] as const) {
    const isShipmentSum = (some: readonly Shipment[]) =>
      isSum(
        form[field],
        some.map((shipment) => shipment[field]),
      )
    invariant(isShipmentSum(charged) || isShipmentSum(shipments), `form: ${field} of shipments`)
  }
}

function assertOrder(order: OrderDraft): void {
  for (const field of mirrored) invariant(order[field] === order.orderForm[field], `order: ${field} repeats the form's`)
  invariant(order.remainingPayment >= 0, 'order: remaining payment is never below zero')
}
