import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { isPendingLink, LINK_WITHDRAWN, openLinks, paymentLink } from '../../../order/rules/payments/payment-links.ts'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import { openRequests } from '../../payments/domain/money-move.ts'
import { authorisationExplainers } from './authorisation-reasons.ts'
import {
  cited,
  type Explainers,
  evidence,
  type Facts,
  firstReason,
  money,
  namedPayment,
  orderUrl,
  paymentsCall,
  type Reason,
  reasonAbout,
} from './facts.ts'
import { linkActions } from './money-reasons.ts'

/** Why a payment is not captured, or what became of it (payments.md#capture-idempotency). */
export function paymentReason(payment: Payment, facts: Facts): Reason[] {
  const { id, transactionType, status, amount, paymentMethodName, authorizationExpires, created, shipmentId } = payment
  const data = { paymentId: id, transactionType, status, amount, paymentMethodName, authorizationExpires, created, shipmentId }
  const about = { kind: 'Payment', id: id ?? '' } as const
  const found = firstReason(paymentExplainers, payment, facts) ?? firstReason(authorisationExplainers, payment, facts)
  return reasonAbout(about, [evidence('Payment', data)], found)
}

type Outcome =
  | 'PaymentLinkWithdrawn'
  | 'PaymentLinkUnneeded'
  | 'PaymentLinkExpired'
  | 'PaymentLinkOpen'
  | 'PaymentOutcomeUnknown'
  | 'PaymentFailed'
  | 'PaymentPending'
  | 'InvoiceUnpaid'
  | 'PaymentComplete'

/** What became of a payment; the first situation that is the case holds. */
const paymentExplainers: Explainers<Outcome, Payment> = {
  PaymentLinkWithdrawn: (payment, facts) =>
    payment.status === 'Failed' && payment.reason === LINK_WITHDRAWN && paymentLink(payment) !== null
      ? { parameters: { amount: money(facts, payment.amount) }, since: payment.created }
      : null,

  PaymentLinkUnneeded: (payment, facts) =>
    isOpenLink(payment, facts) && facts.order.remainingPayment <= 0
      ? { parameters: { amount: money(facts, payment.amount) }, since: payment.created, actions: [withdrawLink(payment, facts)] }
      : null,

  PaymentLinkExpired: (payment, facts) => {
    const expired = isPendingLink(payment) ? paymentLink(payment)?.expires : undefined
    if (expired === undefined || expired > facts.now) return null
    // Without anything to pay there is nothing to do about it: what is due has a reason of its own.
    const actions = facts.order.remainingPayment > 0 ? [...linkActions(facts), withdrawLink(payment, facts)] : []
    return { parameters: { amount: money(facts, payment.amount), expired }, since: expired, actions }
  },

  PaymentLinkOpen: (payment, facts) => {
    const until = isOpenLink(payment, facts) ? paymentLink(payment)?.expires : undefined
    if (until === undefined) return null
    const paid = { ...toPaymentRecord(payment), status: 'Processed' }
    return {
      parameters: { amount: money(facts, payment.amount), until },
      since: payment.created,
      next: { code: 'PaymentLinkExpires', parameters: { at: until }, at: until },
      actions: [withdrawLink(payment, facts), { code: 'ConfirmPayment', ...paymentsCall(facts, paid) }],
    }
  },

  // A request of a step that had no response: the provider may have carried it out.
  PaymentOutcomeUnknown: (payment, facts) => {
    const { order, exponent, runs } = facts
    const { transactionType: type } = payment
    if (type === null || !openRequests(order, type, exponent).some((open) => open.payment.id === payment.id)) return null
    const isTried = runs.some(({ state }) => state === 'Waiting' || state === 'Running')
    const outcome = { status: '<Processed or Failed>', transactionId: "<the provider's transaction>" }
    return {
      parameters: namedPayment(payment, facts),
      since: payment.created,
      next: isTried ? { code: 'RequestRepeated', at: null } : null,
      actions: [{ code: 'RecordOutcome', ...paymentsCall(facts, { ...toPaymentRecord(payment), ...outcome }) }],
    }
  },

  PaymentFailed: (payment, facts) =>
    payment.status === 'Failed'
      ? { parameters: { ...namedPayment(payment, facts), reason: cited(payment.reason) }, since: payment.created }
      : null,

  PaymentPending: (payment, facts) =>
    payment.status === 'Pending'
      ? {
          parameters: namedPayment(payment, facts),
          since: payment.created,
          actions: [{ code: 'ConfirmPayment', ...paymentsCall(facts, { ...toPaymentRecord(payment), status: 'Processed' }) }],
        }
      : null,

  InvoiceUnpaid: (payment, facts) =>
    payment.transactionType === 'Invoiced' && payment.status !== 'Paid' && isEffective(payment)
      ? {
          parameters: { amount: money(facts, payment.amount), invoice: payment.invoiceId ?? null },
          since: payment.paidDate ?? payment.created,
          actions: [{ code: 'MarkInvoicePaid', ...paymentsCall(facts, { ...toPaymentRecord(payment), status: 'Paid' }) }],
        }
      : null,

  // Captured, sold, refunded or voided.
  PaymentComplete: (payment, facts) =>
    payment.transactionType === 'Authorization'
      ? null
      : {
          parameters: { ...namedPayment(payment, facts), captured: false },
          since: payment.paidDate ?? payment.created,
        },
}

function isOpenLink(payment: Payment, { order, now }: Facts): boolean {
  return openLinks(order, now).includes(payment)
}

function withdrawLink({ id }: Payment, facts: Facts): PlannedAction {
  return { code: 'WithdrawPaymentLink', method: 'POST', url: orderUrl(facts, 'WithdrawPaymentLink'), body: { paymentId: id } }
}

/** What identifies a payment, as a request sends it to change its outcome. */
function toPaymentRecord({ id, amount, paymentMethodName, transactionId, transactionType }: Payment) {
  return { id, amount, paymentMethodName, transactionId: transactionId ?? '', transactionType }
}
