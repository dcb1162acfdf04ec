import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderPaymentStatus } from '@open-oms/contracts/orders/order-states'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { larger, type Minor, minus, plus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { authorisedRests } from './authorised-rest.ts'

/** The amounts that decide the payment status, in minor units of the same exponent. */
type PaymentFigures = { net: Minor; captured: Minor; credited: Minor; authorisedRest: Minor; exponent: number }

function paymentFigures(order: Order): PaymentFigures {
  const { netTotal, orderForm } = order
  const { capturedPaymentTotal, creditPaymentTotal, payments } = orderForm
  const exponent = exponentFor([netTotal, capturedPaymentTotal, creditPaymentTotal, ...payments.map(({ amount }) => amount)])
  const isAuthorised = payments.some(({ transactionType }) => transactionType === 'Authorization')
  return {
    net: toMinor(netTotal, exponent),
    captured: toMinor(capturedPaymentTotal, exponent),
    credited: toMinor(creditPaymentTotal, exponent),
    authorisedRest: isAuthorised ? sum(authorisedRests(order, exponent).map(({ rest }) => rest)) : ZERO,
    exponent,
  }
}

/**
 * How much of an order is paid, from its calculated amounts (money.md#payment-status). Money that
 * was refunded without a return is not due again.
 */
export function derivePaymentStatus(order: Order): OrderPaymentStatus {
  const { net, captured, credited, authorisedRest } = paymentFigures(order)
  if (minus(captured, credited) > net) return 'OverPaid'
  if (captured >= net) return 'Paid'
  if (plus(captured, authorisedRest) >= net) return 'Authorized'
  return captured > 0 ? 'PartiallyPaid' : 'NotPaid'
}

/** Whether an order is paid in full (money.md#payment-status). */
export function isPaid(order: Order): boolean {
  const status = derivePaymentStatus(order)
  return status === 'Paid' || status === 'OverPaid'
}

/**
 * The amount that is neither paid nor authorised, in the main unit of the order's currency; 0 for
 * an order on invoice (money.md#unsecured-amount).
 */
export function unsecuredAmount(order: Order, methods: readonly PaymentMethod[]): number {
  if (isOnInvoice(order, methods)) return 0
  const { net, captured, authorisedRest, exponent } = paymentFigures(order)
  return toAmount(larger(ZERO, minus(net, plus(captured, authorisedRest))), exponent)
}

/**
 * Whether an order is sold on account (money.md#orders-on-invoice): it has an `Invoiced` payment,
 * or its payment type or a payment names a method that is configured as invoice. Failed payments
 * and refunds do not count.
 */
export function isOnInvoice({ paymentType, orderForm }: Order, methods: readonly PaymentMethod[]): boolean {
  const names = new Set(
    methods
      .filter(({ isInvoice }) => isInvoice)
      .flatMap(({ name, paymentMethodName }) => [name, paymentMethodName ?? name])
      .map((name) => name.toLowerCase()),
  )
  const isNamed = (name: string | null) => names.has((name ?? '').toLowerCase())
  return isNamed(paymentType) || orderForm.payments.some((payment) => isCharge(payment) && isInvoiceCharge(payment, isNamed))
}

function isCharge({ status, transactionType }: Payment): boolean {
  return status !== 'Failed' && transactionType !== 'Credit' && transactionType !== 'Void'
}

function isInvoiceCharge({ transactionType, paymentMethodName }: Payment, isNamed: (name: string | null) => boolean): boolean {
  return transactionType === 'Invoiced' || isNamed(paymentMethodName)
}

/**
 * As many decimals as amounts may have, or as can be counted when the amounts are enormous: a
 * status can be derived for every order.
 */
export function exponentFor(amounts: readonly number[]): number {
  const whole = amounts.reduce((total, amount) => total + Math.abs(amount), 0)
  return [4, 3, 2, 1].find((exponent) => whole * 10 ** exponent < 2 ** 51) ?? 0
}
