import { paymentRecorded } from '@open-oms/contracts/orders/events'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import type { TotalsContext } from '../context/totals-context.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { refundedPayment } from './authorised-rest.ts'
import { findRefundedForm } from './payment-scope.ts'
import { hasNewTaxTerms, type PublishedAllocation } from './published-allocations.ts'

export type PaymentEvent = { contract: typeof paymentRecorded; data: PaymentRecordedData }

/** The allocations after a write, and the terms of its totals. */
export type PaymentEventContext = { totals: TotalsContext; allocations: readonly PublishedAllocation[] }

/**
 * The events of the payments that a write added, changed or removed (events.md#event-types);
 * `before` is null on creation.
 */
export function paymentEvents(before: Order | null, after: Order, { totals, allocations }: PaymentEventContext): PaymentEvent[] {
  const known = new Map((before?.orderForm.payments ?? []).map((payment) => [payment.id, payment]))
  const hasTaxChanged = before !== null && hasNewTaxTerms(before, after)
  const changed = after.orderForm.payments.filter((payment) => {
    const earlier = known.get(payment.id)
    return (
      hasTaxChanged ||
      hasChanged(earlier, payment) ||
      creditNoteNumber(before as Order, earlier as Payment) !== creditNoteNumber(after, payment)
    )
  })
  const allocationByPayment = new Map(allocations.map(({ paymentId, ...allocation }) => [paymentId, allocation]))
  const events = changed.map((payment) => {
    const allocation = allocationByPayment.get(payment.id) ?? { breakdown: [], transfers: [] }
    return { contract: paymentRecorded, data: { ...paymentData(after, payment, totals), ...allocation } }
  })
  return [...events, ...removedPaymentEvents(before, after, totals)]
}

/**
 * A published payment that was removed is published as failed, so that consumers stop counting it.
 */
function removedPaymentEvents(before: Order | null, after: Order, totals: TotalsContext): PaymentEvent[] {
  const remaining = new Set(after.orderForm.payments.map(({ id }) => id))
  const removed = (before?.orderForm.payments ?? []).filter((payment) => !remaining.has(payment.id) && isEffective(payment))
  return removed.map((payment) => {
    const data = paymentData(after, { ...payment, status: 'Failed' }, totals)
    return { contract: paymentRecorded, data: { ...data, breakdown: [], transfers: [] } }
  })
}

function hasChanged(before: Payment | undefined, after: Payment): boolean {
  return before === undefined || JSON.stringify(postedFields(before)) !== JSON.stringify(postedFields(after))
}

/** The fields of a payment that decide its postings. A comment does not. */
function postedFields(payment: Payment) {
  const { orderLineReferences, shipmentId } = payment
  return { ...publicPayment(payment), orderLineReferences, shipmentId, kidNumber: findProperty(payment, 'KidNumber') }
}

function publicPayment(payment: Payment): PaymentRecordedData['payment'] {
  return {
    id: payment.id,
    transactionType: payment.transactionType,
    status: payment.status,
    method: payment.paymentMethodName,
    amount: payment.amount,
    paidDate: (payment.paidDate ?? payment.created) as string,
    transactionId: payment.transactionId,
    invoiceId: payment.invoiceId,
    ...parseProviderFee(payment),
  }
}

const AMOUNT_TEXT = /^-?\d{1,12}(\.\d{1,4})?$/
/** The beginning of a text, long enough to search for it. */
const UNREADABLE_LENGTH = 100

/**
 * The provider's fee is in a property of the payment, as decimal text in the order's currency. A
 * text that is not a number is published as it is.
 */
function parseProviderFee(payment: Payment) {
  const text = findProperty(payment, 'ProviderFee')?.trim() ?? ''
  if (text === '') return { providerFee: null, unreadableProviderFee: null }
  if (AMOUNT_TEXT.test(text)) return { providerFee: Number(text), unreadableProviderFee: null }
  return { providerFee: null, unreadableProviderFee: text.slice(0, UNREADABLE_LENGTH) }
}

function paymentData(
  order: Order,
  payment: Payment,
  totals: TotalsContext,
): Omit<PaymentRecordedData, 'breakdown' | 'transfers'> {
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    orderType: order.orderType,
    orderOrigin: order.orderOrigin,
    storeId: order.storeId,
    currency: order.billingCurrency || totals.currency,
    customerNumber: order.customerNumber,
    payment: { ...publicPayment(payment), invoiceId: paymentInvoiceId(order, payment) },
    invoice: buildInvoiceData(order, payment),
  }
}

/** What the books say of an invoice and its refunds (postings.md#invoice-data). */
export function buildInvoiceData(order: Order, payment: Payment): PaymentRecordedData['invoice'] {
  return {
    paymentTermsNet: order.paymentTermsNet,
    kidNumber: findProperty(payment, 'KidNumber') ?? findProperty(order, 'KidNumber'),
    creditNoteNumber: creditNoteNumber(order, payment),
  }
}

/**
 * Names the property of a return form, and of a refund of no form, that has the number of its
 * credit note.
 */
export const CREDIT_NOTE_NUMBER = 'CreditNoteNumber'

/** The value of the property with this key; null when there is none. */
export function findProperty({ properties }: Pick<Order, 'properties'>, key: string): string | null {
  return properties.find((property) => property.key === key)?.value ?? null
}

/** The invoice of a payment; a refund without one has that of the payment that it draws on. */
export function paymentInvoiceId(order: Order, payment: Payment): string | null {
  if (payment.invoiceId || payment.transactionType !== 'Credit') return payment.invoiceId
  return refundedPayment(order, payment)?.invoiceId ?? null
}

/**
 * The credit note of the return form that the payment refunds, else its own
 * (postings.md#invoice-data).
 */
function creditNoteNumber(order: Order, payment: Payment): string | null {
  if (payment.transactionType !== 'Credit') return null
  return findProperty(findRefundedForm(order, payment) ?? payment, CREDIT_NOTE_NUMBER)
}
