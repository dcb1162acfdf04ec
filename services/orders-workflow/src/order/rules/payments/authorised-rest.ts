import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment, type TransactionType } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { isEffective } from '../totals/payment-totals.ts'

/** A payment with the amount that later payments have not used up. */
export type PaymentRest = { payment: Payment; rest: Minor }

/** The payments of these types that count (money.md#payment-totals). */
export function countingPayments(order: Order, ...types: readonly TransactionType[]): Payment[] {
  return order.orderForm.payments.filter((payment) => isEffective(payment) && types.includes(payment.transactionType))
}

export function sumPayments(payments: readonly Payment[], exponent: number): Minor {
  return sum(payments.map((payment) => toMinor(payment.amount, exponent)))
}

/** The amount of each authorisation that is neither captured nor voided. */
export function authorisedRests(order: Order, exponent: number): PaymentRest[] {
  return remainingPayments(countingPayments(order, 'Authorization'), countingPayments(order, 'Capture', 'Void'), exponent)
}

/** The amount of each Capture, Sale or Invoiced payment that is not refunded. */
export function capturedRests(order: Order, exponent: number): PaymentRest[] {
  return remainingPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), countingPayments(order, 'Credit'), exponent)
}

/** What a form has refunded: settled with exchange orders, and paid out. */
export function refundedAmounts(order: Order, form: ReturnOrderForm, exponent: number): { exchanged: Minor; paidOut: Minor } {
  const ids = new Set(form.payments.map(({ id }) => id))
  const credits = countingPayments(order, 'Credit').filter(({ id }) => id !== null && ids.has(id))
  const isExchange = ({ paymentMethodName }: Payment) => paymentMethodName === EXCHANGE_METHOD
  const exchanged = sumPayments(credits.filter(isExchange), exponent)
  return { exchanged, paidOut: minus(sumPayments(credits, exponent), exchanged) }
}

/**
 * What a form has paid out, and what it is still to pay out: its `creditAmount`, of which it has no
 * more than its exchange has left (payments.md#amount-to-refund).
 */
export function openRefund(order: Order, form: ReturnOrderForm, exponent: number): { paidOut: Minor; open: Minor } {
  const { exchanged, paidOut } = refundedAmounts(order, form, exponent)
  const wanted = toMinor(form.creditAmount, exponent)
  const payable = exchanged === 0 ? wanted : smaller(wanted, minus(toMinor(form.total, exponent), exchanged))
  return { paidOut, open: larger(minus(payable, paidOut), ZERO) }
}

/**
 * The captured payment that a Credit names (payments.md#authorised-rest): by `internalReference`,
 * else by the same transaction id, else by the same invoice. Undefined when it names none.
 */
export function refundedPayment(order: Order, credit: Payment): Payment | undefined {
  return namedPayment(
    countingPayments(order, 'Capture', 'Sale', 'Invoiced').map((payment) => ({ payment })),
    credit,
  )?.payment
}

/**
 * What is left of each payment. Later payments use up the payment that they name; payments that
 * name none, and any excess, use up the first ones that have something left.
 */
function remainingPayments(payments: readonly Payment[], later: readonly Payment[], exponent: number): PaymentRest[] {
  const rests = payments.map((payment) => ({ payment, rest: toMinor(payment.amount, exponent) }))
  let unnamed = ZERO
  for (const taking of later) {
    const amount = toMinor(taking.amount, exponent)
    const named = namedPayment(rests, taking)
    const taken = named === undefined ? ZERO : smaller(amount, named.rest)
    if (named !== undefined) named.rest = minus(named.rest, taken)
    unnamed = sum([unnamed, minus(amount, taken)])
  }
  return rests.map(({ payment, rest }) => {
    const taken = smaller(unnamed, rest)
    unnamed = minus(unnamed, taken)
    return { payment, rest: minus(rest, taken) }
  })
}

function namedPayment<T extends { payment: Payment }>(among: readonly T[], taking: Payment): T | undefined {
  const { internalReference, transactionId, transactionType, invoiceId } = taking
  if (internalReference !== null) return among.find(({ payment }) => payment.id === internalReference)
  const isSameInvoice = ({ payment }: T) => transactionType === 'Credit' && !!invoiceId && payment.invoiceId === invoiceId
  return among.find(({ payment }) => !!transactionId && payment.transactionId === transactionId) ?? among.find(isSameInvoice)
}

/** Takes an amount from the rests, in their order. Returns what is taken from each. */
export function takeFrom(rests: readonly PaymentRest[], amount: Minor): { payment: Payment; amount: Minor }[] {
  let open = larger(amount, ZERO)
  return rests.flatMap(({ payment, rest }) => {
    const taken = smaller(open, rest)
    open = minus(open, taken)
    return taken > 0 ? [{ payment, amount: taken }] : []
  })
}
