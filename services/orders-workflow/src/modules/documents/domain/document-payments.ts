import type { Payment } from '@oms/contracts/orders/payment'
import { larger, type Minor, minus, negated, plus, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import { isEffective } from '../../../order/totals/payment-totals.ts'
import type { DocumentScope } from './document-amounts.ts'

/** The valid payments in scope: of a shipment those made for it. */
export function paymentsInScope({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): Payment[] {
  return order.orderForm.payments
    .filter(isEffective)
    .filter((payment) => shipment === null || payment.shipmentId === shipment.shipmentId)
}

/** The time of the movement, or the planned time. */
export function paymentDay({ paidDate, created }: Payment): string | null {
  return paidDate ?? created
}

/** The payment of the invoice: the last invoiced one in scope. */
export function invoicedPayment(scope: Pick<DocumentScope, 'order' | 'shipment'>): Payment | null {
  return paymentsInScope(scope).findLast(({ transactionType }) => transactionType === 'Invoiced') ?? null
}

/**
 * The payment reference of the bank: of the payment, else of the order (postings.md#invoice-data).
 */
export function kidNumber({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): string | null {
  const invoiced = invoicedPayment({ order, shipment })
  return (invoiced && kidOf(invoiced)) ?? kidOf(order)
}

function kidOf({ properties }: Pick<Payment, 'properties'>): string | null {
  return properties.find(({ key }) => key === 'KidNumber')?.value ?? null
}

/** The signed amount: refunds and voids are negative. */
export function signedAmount({ transactionType, amount }: Payment, exponent: number): Minor {
  const minor = toMinor(amount, exponent)
  return transactionType === 'Credit' || transactionType === 'Void' ? negated(minor) : minor
}

/** A sent invoice is not money yet, unless its status says that it is paid. */
function isOpenInvoice({ transactionType, status }: Payment): boolean {
  return transactionType === 'Invoiced' && status !== 'Paid'
}

export type Balance = {
  /** Money that was received and not refunded. */
  paid: Minor
  /** Invoiced and not paid, less what was credited by the same method. */
  openInvoices: Minor
}

/** The paid amount in scope, without reserved money. */
export function balanceOf(scope: DocumentScope): Balance {
  const { exponent } = scope.terms
  const payments = paymentsInScope(scope)
  const total = (some: readonly Payment[]) => sum(some.map((payment) => toMinor(payment.amount, exponent)))
  const open = payments.filter(isOpenInvoice)
  const methods = new Set(open.map(({ paymentMethodName }) => paymentMethodName))
  const received = payments.filter(
    (payment) => ['Capture', 'Sale', 'Invoiced'].includes(payment.transactionType ?? '') && !isOpenInvoice(payment),
  )
  const credits = payments.filter(({ transactionType }) => transactionType === 'Credit')
  // A credit by the method of an open invoice reduces the invoice first; only the rest is a refund.
  const onInvoices = smaller(total(open), total(credits.filter(({ paymentMethodName }) => methods.has(paymentMethodName))))
  return {
    paid: minus(total(received), minus(total(credits), onInvoices)),
    openInvoices: minus(total(open), onInvoices),
  }
}

/**
 * The amount due: open invoices, and for a whole order the uncovered amount. Null where it is
 * unknown: for a shipment without its own invoice, which a payment of the order may cover.
 */
export function amountDue(scope: DocumentScope): Minor | null {
  const { openInvoices } = balanceOf(scope)
  if (scope.shipment !== null) return invoicedPayment(scope) === null ? null : openInvoices
  return larger(ZERO, plus(toMinor(scope.order.remainingPayment, scope.terms.exponent), openInvoices))
}
