import type { Payment } from '@oms/contracts/orders/payment'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { evidence, type Facts, orderUrl, type Reason, type ReasonFields, reason } from './facts.ts'

/** A reason about a payment, with the payment as its first evidence. */
export function aboutPayment(payment: Payment, facts: Facts, fields: ReasonFields): Reason {
  const { id, transactionType, status, amount, paymentMethodName, authorizationExpires, created, shipmentId } = payment
  const data = { paymentId: id, transactionType, status, amount, paymentMethodName, authorizationExpires, created, shipmentId }
  return reason(facts, {
    ...fields,
    about: { kind: 'Payment', id: id ?? '' },
    evidence: [evidence('Payment', data), ...(fields.evidence ?? [])],
  })
}

/** The amount of a payment with its currency. */
export function formatPaymentAmount({ amount }: Payment, { currency }: Facts): string {
  return `${amount} ${currency}`
}

/** What identifies a payment, as a request sends it to change its outcome. */
export function toPaymentRecord({ id, amount, paymentMethodName, transactionId, transactionType }: Payment) {
  return { id, amount, paymentMethodName, transactionId: transactionId ?? '', transactionType }
}

/** The call that records a further authorisation. */
export function addAuthorization(facts: Facts, amount: number): ReasonAction {
  const payment = {
    amount,
    paymentMethodName: '<method>',
    transactionId: "<the provider's transaction>",
    transactionType: 'Authorization',
    status: 'Processed',
  }
  return {
    sentence: 'Agree on a payment with the customer, and record it.',
    method: 'POST',
    url: orderUrl(facts, 'AddPayments'),
    body: { payments: [payment] },
  }
}
