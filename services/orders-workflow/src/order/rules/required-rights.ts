import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment } from '@open-oms/contracts/orders/payment'
import type { Permission } from '@open-oms/contracts/permissions'
import { larger, type Minor, minus, plus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { canceledReturnStatuses, canceledStatusNames } from './context/return-type.ts'
import { findRefundedForm } from './payments/payment-scope.ts'

type Types = readonly OrderType[]
type BeforeAndAfter = { before: Order | null; after: Order }

/** The permissions that a change of an order needs beside its role (security.md#permissions). */
export function permissionsForChange({ before, after }: BeforeAndAfter, types: Types): Permission[] {
  if (before === null) return []
  const cancels: Permission[] = isCancelling(before, after, types) ? ['Cancel'] : []
  return hasOtherPrices(before, after) ? [...cancels, 'OverridePrice'] : cancels
}

/** Whether the order or units of it are cancelled, or units are taken off it. */
function isCancelling(before: Order, after: Order, types: Types): boolean {
  if (isCanceled(after, types) && !isCanceled(before, types)) return true
  const lines = new Map(after.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const hasFewerUnits = before.orderForm.lineItems.some((line) => (lines.get(line.lineItemId)?.quantity ?? 0) < line.quantity)
  const known = new Map(before.orderForm.lineItems.map(({ lineItemId, canceledQuantity }) => [lineItemId, canceledQuantity]))
  const cancelsUnits = ({ lineItemId, canceledQuantity }: Line) => canceledQuantity > (known.get(lineItemId) ?? canceledQuantity)
  return hasFewerUnits || after.orderForm.lineItems.some(cancelsUnits)
}

function isCanceled({ status, orderType }: Order, types: Types): boolean {
  return canceledStatusNames(types.find(({ name }) => name === orderType)).includes(status ?? '')
}

/** Lines that are there before and after; the price of a new one is that of its sale. */
function hasOtherPrices(before: Order, after: Order): boolean {
  const known = new Map(before.orderForm.lineItems.map((line) => [line.lineItemId, pricesOf(line)]))
  const isOther = after.orderForm.lineItems.some((line) => (known.get(line.lineItemId) ?? pricesOf(line)) !== pricesOf(line))
  return isOther || stated(before.orderForm.discounts) !== stated(after.orderForm.discounts)
}

type Line = Order['orderForm']['lineItems'][number]

function pricesOf({ placedPrice, placedPriceExclTax, orderLineDiscounts }: Line): string {
  return stated([placedPrice, placedPriceExclTax, orderLineDiscounts])
}

/** What a discount takes off follows from what it says, and from the lines. */
const CALCULATED = new Set(['discountAmount', 'discountAmountPrItem'])

function stated(value: unknown): string {
  return JSON.stringify(value, (key, part) => (CALCULATED.has(key) ? undefined : part))
}

/**
 * What a change pays back, or has the workflow pay back: what is refunded, what return forms
 * promise, and what a cancelled order was paid. In the main unit of its currency; a step that keeps
 * a promise pays back nothing further.
 */
export function refundedByChange({ before, after }: BeforeAndAfter, types: Types, exponent: number): number {
  const cancels = before !== null && isCancelling(before, after, types)
  const former = before === null ? ZERO : promisedRefunds(before, { cancels: false, types, exponent })
  const next = promisedRefunds(after, { cancels, types, exponent })
  return Math.max(0, toAmount(minus(next, former), exponent))
}

/**
 * What of an order is paid back, may have been by a request without a response, or is promised to
 * be, in the main unit of its currency.
 */
export function refundedOfOrder(order: Order | null, types: Types, exponent: number): number {
  if (order === null) return 0
  const open = order.orderForm.payments.filter((payment) => isOpenRefund(order, payment))
  const unknown = sum(open.map(({ amount }) => toMinor(amount, exponent)))
  return toAmount(plus(promisedRefunds(order, { cancels: false, types, exponent }), unknown), exponent)
}

/** One of a return form is still promised by the form. */
function isOpenRefund(order: Order, payment: Payment): boolean {
  const { transactionType, status, transactionId } = payment
  const isOpen = transactionType === 'Credit' && status === 'Failed' && !transactionId
  return isOpen && findRefundedForm(order, payment) === undefined
}

/**
 * What was paid back before a change and is not any more after it, in the main unit: credits that
 * are taken out, lowered or set to Failed. The money may have left all the same.
 */
export function refundsTakenBack({ before, after }: BeforeAndAfter, exponent: number): number {
  if (before === null) return 0
  const left = new Map(after.orderForm.payments.filter(isRefund).map(({ id, amount }) => [id, amount]))
  const lost = before.orderForm.payments
    .filter(isRefund)
    .map(({ id, amount }) => larger(ZERO, minus(toMinor(amount, exponent), toMinor(left.get(id) ?? 0, exponent))))
  return toAmount(sum(lost), exponent)
}

type RefundTerms = { cancels: boolean; types: Types; exponent: number }

function promisedRefunds(order: Order, { cancels, types, exponent }: RefundTerms): Minor {
  const minor = (amount: number) => toMinor(amount, exponent)
  const credits = sum(order.orderForm.payments.filter(isRefund).map(({ amount }) => minor(amount)))
  const canceledForms = canceledReturnStatuses(types)
  const forms = sum(
    order.returnOrderForms
      .filter(({ status, creditPayment }) => creditPayment && !canceledForms.includes(status ?? ''))
      .map((form) => larger(ZERO, minus(minor(form.creditAmount), minor(form.creditPaymentTotal)))),
  )
  const promised = plus(credits, forms)
  if (!cancels) return promised
  const due = isCanceled(order, types) ? ZERO : minor(order.netTotal)
  return plus(promised, larger(ZERO, minus(minus(minor(order.orderForm.capturedPaymentTotal), due), promised)))
}

/** Money that goes back; what settles an exchange does not. */
function isRefund({ transactionType, status, paymentMethodName }: Payment): boolean {
  return transactionType === 'Credit' && status !== 'Failed' && paymentMethodName !== EXCHANGE_METHOD
}
