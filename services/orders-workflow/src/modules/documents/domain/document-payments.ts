import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { larger, type Minor, minus, negated, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { refundedPayment } from '../../../order/rules/payments/authorised-rest.ts'
import type { AllocatedPayment } from '../../../order/rules/payments/paid-parts.ts'
import { paymentInvoiceId } from '../../../order/rules/payments/payment-events.ts'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import type { DocumentScope } from './document-amounts.ts'

/**
 * The valid payments in scope: of a shipment those that name it, those that name only lines of it,
 * and the refunds of these.
 */
export function paymentsInScope({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): Payment[] {
  return order.orderForm.payments
    .filter(isEffective)
    .filter(
      (payment) =>
        shipment === null ||
        isOfShipment(payment.shipmentId ? payment : (refundedPayment(order, payment) ?? payment), order, shipment),
    )
}

function isOfShipment({ shipmentId, orderLineReferences }: Payment, order: Order, shipment: Shipment): boolean {
  if (shipmentId) return shipmentId === shipment.shipmentId
  const holders = (lineItemId: string | null) =>
    order.orderForm.shipments.filter(({ lineItems }) => lineItems.some((line) => line.lineItemId === lineItemId))
  const isInShipment = (lineItemId: string | null) =>
    holders(lineItemId).every((holder) => holder.shipmentId === shipment.shipmentId)
  return orderLineReferences.length > 0 && orderLineReferences.every(({ lineItemId }) => isInShipment(lineItemId))
}

/** The time of the movement, or the planned time. */
export function paymentDay({ paidDate, created }: Payment): string | null {
  return paidDate ?? created
}

/** The invoiced payments in scope, in their order. */
export function invoicedPayments(scope: Pick<DocumentScope, 'order' | 'shipment'>): Payment[] {
  return paymentsInScope(scope).filter(({ transactionType }) => transactionType === 'Invoiced')
}

/**
 * The invoices that a return form credits (documents-and-notifications.md#order-files), sorted:
 * those of its refunds, else those of the payments that paid for its lines.
 */
export function creditedInvoices(order: Order, form: ReturnOrderForm, allocations: readonly AllocatedPayment[]): string[] {
  const { payments } = order.orderForm
  const ids = new Set(form.payments.map(({ id }) => id))
  const refunds = payments.filter(
    (payment) => isEffective(payment) && payment.transactionType === 'Credit' && ids.has(payment.id),
  )
  const lines = new Set(form.lineItems.map(({ lineItemId }) => lineItemId))
  const paying = allocations.filter(({ breakdown }) =>
    breakdown.some((entry) => entry.lineItemId !== null && lines.has(entry.lineItemId)),
  )
  const payers = new Set(paying.map(({ paymentId }) => paymentId))
  const invoiceNumbers = (some: readonly Payment[]) =>
    [...new Set(some.flatMap((payment) => paymentInvoiceId(order, payment) || []))].sort()
  const ofRefunds = invoiceNumbers(refunds)
  return ofRefunds.length > 0 ? ofRefunds : invoiceNumbers(payments.filter(({ id }) => id !== null && payers.has(id)))
}

/**
 * The payment references of the bank: of the invoiced payments, else of the order
 * (postings.md#invoice-data).
 */
export function kidNumbers({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): string[] {
  const ofPayments = invoicedPayments({ order, shipment }).flatMap((payment) => findKidNumber(payment) ?? [])
  return ofPayments.length > 0 ? [...new Set(ofPayments)] : [findKidNumber(order)].flatMap((kid) => kid ?? [])
}

function findKidNumber({ properties }: Pick<Payment, 'properties'>): string | null {
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
  /** Invoiced and not paid, less what was credited of it. */
  openInvoices: Minor
}

/** The paid amount in scope, without reserved money. */
export function documentBalance(scope: DocumentScope): Balance {
  const { exponent } = scope.terms
  const payments = paymentsInScope(scope)
  const total = (some: readonly Payment[]) => sum(some.map((payment) => toMinor(payment.amount, exponent)))
  const open = payments.filter(isOpenInvoice)
  const methods = new Set(open.map(({ paymentMethodName }) => paymentMethodName))
  const received = payments.filter(
    (payment) => ['Capture', 'Sale', 'Invoiced'].includes(payment.transactionType ?? '') && !isOpenInvoice(payment),
  )
  const isOnInvoice = (credit: Payment) => {
    const source = refundedPayment(scope.order, credit)
    return source === undefined ? methods.has(credit.paymentMethodName) : isOpenInvoice(source)
  }
  // The customer pays the invoice of exchanged goods for the goods of the exchange order.
  const isExchanged = (credit: Payment) => credit.paymentMethodName === EXCHANGE_METHOD && isOnInvoice(credit)
  const credits = payments.filter((payment) => payment.transactionType === 'Credit' && !isExchanged(payment))
  // A credit of an open invoice reduces the invoice first; only the remainder is a refund.
  const onInvoices = smaller(total(open), total(credits.filter(isOnInvoice)))
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
  const { openInvoices } = documentBalance(scope)
  if (scope.shipment !== null) return invoicedPayments(scope).length === 0 ? null : openInvoices
  return larger(ZERO, plus(toMinor(scope.order.remainingPayment, scope.terms.exponent), openInvoices))
}
