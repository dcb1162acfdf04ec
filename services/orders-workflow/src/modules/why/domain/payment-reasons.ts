import type { Payment } from '@oms/contracts/orders/payment'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import { openRequests } from '../../payments/domain/money-move.ts'
import { aboutPayment, addAuthorization, formatPaymentAmount, toPaymentRecord } from './about-payment.ts'
import { authorisationExplainers } from './authorisation-reasons.ts'
import {
  type ExplainerOf,
  evidence,
  type Facts,
  firstReason,
  isNotCollected,
  orderUrl,
  type Reason,
  reason,
  statusOfOrder,
} from './facts.ts'
import { cited } from './words.ts'

/** Why a payment is not captured, or what became of it (payments.md#capture-idempotency). */
export function paymentReason(payment: Payment, facts: Facts): Reason | null {
  return firstReason(paymentExplainers, payment, facts)
}

/** A request of a step that had no response: the provider may have carried it out. */
function outcomeUnknown(payment: Payment, facts: Facts): Reason | null {
  const { order, exponent, runs } = facts
  const { transactionType } = payment
  if (transactionType === null || !openRequests(order, transactionType, exponent).some((open) => open.payment.id === payment.id))
    return null
  const isTried = runs.some(({ state }) => state === 'Waiting' || state === 'Running')
  return aboutPayment(payment, facts, {
    code: 'PaymentOutcomeUnknown',
    sentence: `The request for ${formatPaymentAmount(payment, facts)} (${transactionType}) had no response: whether the provider has carried it out is not known.`,
    since: payment.created,
    next: isTried ? { sentence: 'The same request is made again, with the same key, before any other.', at: null } : null,
    actions: [
      {
        sentence: 'Look it up at the provider, and enter the outcome.',
        method: 'POST',
        url: orderUrl(facts, 'AddPayments'),
        body: {
          payments: [
            { ...toPaymentRecord(payment), status: '<Processed or Failed>', transactionId: "<the provider's transaction>" },
          ],
        },
      },
    ],
  })
}

function failed(payment: Payment, facts: Facts): Reason | null {
  if (payment.status !== 'Failed') return null
  return aboutPayment(payment, facts, {
    code: 'PaymentFailed',
    sentence: `The payment of ${formatPaymentAmount(payment, facts)} (${payment.transactionType}) was refused: ${cited(payment.reason, 'no reason was given')}. Its money does not count.`,
    since: payment.created,
  })
}

function pending(payment: Payment, facts: Facts): Reason | null {
  if (payment.status !== 'Pending') return null
  return aboutPayment(payment, facts, {
    code: 'PaymentPending',
    sentence: `The payment of ${formatPaymentAmount(payment, facts)} (${payment.transactionType}) is reported as pending: its money does not count until whoever recorded it reports the outcome.`,
    since: payment.created,
    actions: [
      {
        sentence: 'Record its outcome.',
        method: 'POST',
        url: orderUrl(facts, 'AddPayments'),
        body: { payments: [{ ...toPaymentRecord(payment), status: 'Processed' }] },
      },
    ],
  })
}

function unpaidInvoice(payment: Payment, facts: Facts): Reason | null {
  if (payment.transactionType !== 'Invoiced' || payment.status === 'Paid' || !isEffective(payment)) return null
  return aboutPayment(payment, facts, {
    code: 'InvoiceUnpaid',
    sentence: `${formatPaymentAmount(payment, facts)} are invoiced${payment.invoiceId ? ` (invoice ${payment.invoiceId})` : ''}, and the invoice is not reported as paid.`,
    since: payment.paidDate ?? payment.created,
    actions: [
      {
        sentence: 'Record that it is paid.',
        method: 'POST',
        url: orderUrl(facts, 'AddPayments'),
        body: { payments: [{ ...toPaymentRecord(payment), status: 'Paid' }] },
      },
    ],
  })
}

/** What is captured, sold, refunded or voided. */
function made(payment: Payment, facts: Facts): Reason | null {
  const { transactionType } = payment
  if (transactionType === 'Authorization') return null
  return aboutPayment(payment, facts, {
    code: 'PaymentComplete',
    sentence: `The payment of ${formatPaymentAmount(payment, facts)} (${transactionType}) is made: nothing of it is left to do.`,
    since: payment.paidDate ?? payment.created,
  })
}

const paymentExplainers: readonly ExplainerOf<Payment>[] = [
  outcomeUnknown,
  failed,
  pending,
  unpaidInvoice,
  made,
  ...authorisationExplainers,
]

/**
 * Nothing pays for a part of the order: neither captured nor authorised (money.md#payment-totals).
 */
export function paymentMissing(facts: Facts): Reason | null {
  const { order, currency } = facts
  const { remainingPayment, netTotal, orderForm } = order
  if (remainingPayment <= 0 || statusOfOrder(facts)?.isCanceledStatus === true || isNotCollected(facts)) return null
  return reason(facts, {
    code: 'PaymentMissing',
    sentence: `${remainingPayment} ${currency} of ${netTotal} ${currency} are neither authorised nor captured.`,
    since: order.created,
    actions: [addAuthorization(facts, remainingPayment)],
    evidence: [
      evidence('Order', {
        netTotal,
        remainingPayment,
        authorizedPaymentTotal: orderForm.authorizedPaymentTotal,
        capturedPaymentTotal: orderForm.capturedPaymentTotal,
        creditPaymentTotal: orderForm.creditPaymentTotal,
      }),
    ],
  })
}
