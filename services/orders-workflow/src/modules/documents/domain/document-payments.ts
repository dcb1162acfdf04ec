import type { Payment } from '@oms/contracts/orders/payment'
import { larger, type Minor, minus, negated, plus, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import { isEffective } from '../../../order/totals/payment-totals.ts'
import type { DocumentScope } from './document-amounts.ts'

/** The payments in scope that count: of a shipment those that were made for it. */
export function paymentsInScope({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): Payment[] {
  return order.orderForm.payments
    .filter(isEffective)
    .filter((payment) => shipment === null || payment.shipmentId === shipment.shipmentId)
}

/** When money moved, or was to move. */
export function paymentDay({ paidDate, created }: Payment): string | null {
  return paidDate ?? created
}

/** The payment that the invoice stands for: the last one in scope that was invoiced. */
export function invoicedPayment(scope: Pick<DocumentScope, 'order' | 'shipment'>): Payment | null {
  return paymentsInScope(scope).findLast(({ transactionType }) => transactionType === 'Invoiced') ?? null
}

/** The number that the bank recognises the payment by: of the payment, else of the order (postings.md#invoice-data). */
export function kidNumber({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): string | null {
  const invoiced = invoicedPayment({ order, shipment })
  return (invoiced && kidOf(invoiced)) ?? kidOf(order)
}

function kidOf({ properties }: Pick<Payment, 'properties'>): string | null {
  return properties.find(({ key }) => key === 'KidNumber')?.value ?? null
}

/** The amount with its sign: what goes back to the customer, or is let go, is negative. */
export function signedAmount({ transactionType, amount }: Payment, exponent: number): Minor {
  const minor = toMinor(amount, exponent)
  return transactionType === 'Credit' || transactionType === 'Void' ? negated(minor) : minor
}

/** An invoice that was sent is no money yet, unless its status says that it was paid. */
function isOpenInvoice({ transactionType, status }: Payment): boolean {
  return transactionType === 'Invoiced' && status !== 'Paid'
}

export type Balance = {
  /** Money that was received and not paid back. */
  paid: Minor
  /** Invoiced and not paid, less what was credited by the same method. */
  openInvoices: Minor
}

/** How much of the scope was paid. Reserved money is not paid. */
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
  // A credit by the method of an open invoice makes the invoice smaller; it pays nothing back before that is used up.
  const onInvoices = smaller(total(open), total(credits.filter(({ paymentMethodName }) => methods.has(paymentMethodName))))
  return {
    paid: minus(total(received), minus(total(credits), onInvoices)),
    openInvoices: minus(total(open), onInvoices),
  }
}

/**
 * What the customer is to pay: open invoices, and of a whole order what no payment covers. Null where it cannot be told: for a shipment
 * without an invoice of its own, which a payment of the order may cover.
 */
export function amountDue(scope: DocumentScope): Minor | null {
  const { openInvoices } = balanceOf(scope)
  if (scope.shipment !== null) return invoicedPayment(scope) === null ? null : openInvoices
  return larger(ZERO, plus(toMinor(scope.order.remainingPayment, scope.terms.exponent), openInvoices))
}
