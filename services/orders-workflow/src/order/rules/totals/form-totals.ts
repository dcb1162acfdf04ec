import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import { larger, type Minor, minus, plus, sum, times, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { taxIn } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import { formCharges } from './form-charges.ts'
import { activeQuantity, type LineFigures } from './line-totals.ts'
import { isFullyRefunded, type PaymentTotals, paymentTotals } from './payment-totals.ts'
import type { ReturnTotals } from './return-totals.ts'
import type { ShippingFigures } from './shipping-totals.ts'

/** Everything of a form that its totals are made of. */
export type FormParts = {
  lines: readonly LineFigures[]
  /** Of the shipments that are not cancelled whole. */
  shipping: readonly ShippingFigures[]
  /** What the order's discounts gave. */
  orderDiscount: Minor
  returns: ReturnTotals
}

type FormAmounts = Omit<
  OrderForm,
  | 'cartId'
  | 'cartName'
  | 'charges'
  | 'couponCodes'
  | 'discounts'
  | 'isPriority'
  | 'lineItems'
  | 'payments'
  | 'properties'
  | 'purchaseOrderId'
  | 'shipments'
>

type Sums = {
  subTotal: Minor
  lineTax: Minor
  shippingSubTotal: Minor
  shippingSubTotalExclTax: Minor
  shippingDiscount: Minor
  shippingTotal: Minor
  handling: Minor
  handlingTax: Minor
  total: Minor
  tax: Minor
  payments: PaymentTotals
}

function calculateSums(form: OrderForm, { lines, shipping }: FormParts, { exponent, taxRate }: Terms): Sums {
  const subTotal = sum(lines.map(({ extended }) => extended))
  const lineTax = sum(lines.map(({ tax }) => tax))
  const shippingTotal = sum(shipping.map(({ total }) => total))
  const { handling, rounding } = formCharges(form, exponent)
  const handlingTax = taxIn(handling, taxRate)
  return {
    subTotal,
    lineTax,
    shippingSubTotal: sum(shipping.map((figures) => figures.subTotal)),
    shippingSubTotalExclTax: sum(shipping.map((figures) => figures.subTotalExclTax)),
    shippingDiscount: sum(shipping.map(({ discount }) => discount)),
    shippingTotal,
    handling,
    handlingTax,
    total: sum([subTotal, shippingTotal, handling, rounding]),
    // Rounding off has no tax.
    tax: sum([lineTax, ...shipping.map(({ tax }) => tax), handlingTax]),
    payments: paymentTotals(form.payments, exponent),
  }
}

/** The calculated fields of the form and of the order around it (money.md#form-totals). */
export function calculatedFields(
  order: OrderDraft,
  parts: FormParts,
  terms: Terms,
): { form: FormAmounts; order: Partial<Order> } {
  const sums = calculateSums(order.orderForm, parts, terms)
  const form = formAmounts(order.orderForm, { ...parts, sums }, terms)
  return { form, order: { ...orderAmounts(order, { ...parts, sums }, terms), ...mirroredFields(form) } }
}

/** `orderLevelTax` is the tax that belongs to no line and no shipment: that of handling. */
function formAmounts(
  form: OrderForm,
  { orderDiscount, returns, sums }: FormParts & { sums: Sums },
  { exponent }: Terms,
): FormAmounts {
  const amount = (minor: Minor) => toAmount(minor, exponent)
  const rounded = (sent: number) => amount(toMinor(sent, exponent))
  return {
    authorizedPaymentTotal: amount(sums.payments.authorized),
    capturedPaymentTotal: amount(sums.payments.captured),
    creditPaymentTotal: amount(sums.payments.credited),
    discountAmount: amount(orderDiscount),
    fullRefund: isFullyRefunded(sums.payments),
    grossRoundoff: form.grossRoundoff === null ? null : rounded(form.grossRoundoff),
    handlingTotal: rounded(form.handlingTotal),
    orderLevelTax: amount(sums.handlingTax),
    shippingCreditedTotal: amount(returns.shippingCredited),
    shippingDiscountTotal: amount(sums.shippingDiscount),
    shippingSubTotal: amount(sums.shippingSubTotal),
    shippingSubTotalExclTax: amount(sums.shippingSubTotalExclTax),
    shippingTotal: amount(sums.shippingTotal),
    subTotal: amount(sums.subTotal),
    subTotalExclTax: amount(minus(sums.subTotal, sums.lineTax)),
    taxTotal: amount(sums.tax),
    total: amount(sums.total),
    totalExclTax: amount(minus(sums.total, sums.tax)),
  }
}

function mirroredFields(form: FormAmounts): Partial<Order> {
  const { shippingDiscountTotal, shippingSubTotal, subTotal, subTotalExclTax, taxTotal, total, totalExclTax } = form
  return { shippingDiscountTotal, shippingSubTotal, subTotal, subTotalExclTax, taxTotal, total, totalExclTax }
}

/**
 * `discountTotalIncVat` is what discounts really took off: of lines without their cancelled units,
 * of the order and of shipping.
 */
function orderAmounts(
  order: OrderDraft,
  { lines, returns, sums }: FormParts & { sums: Sums },
  { exponent }: Terms,
): Partial<Order> {
  const amount = (minor: Minor) => toAmount(minor, exponent)
  const fullPrice = sum(order.orderForm.lineItems.map((line) => times(line.placedPrice, activeQuantity(line), exponent)))
  const { authorized, captured } = sums.payments
  const netTotal = minus(sums.total, returns.total)
  return {
    discountTotalIncVat: amount(plus(minus(fullPrice, sums.subTotal), sums.shippingDiscount)),
    lineItemsCost: amount(sum(lines.map(({ cost }) => cost))),
    netTotal: amount(netTotal),
    netTotalExclTax: amount(minus(minus(sums.total, sums.tax), minus(returns.total, returns.taxTotal))),
    remainingPayment: amount(larger(ZERO, minus(netTotal, larger(authorized, captured)))),
  }
}
