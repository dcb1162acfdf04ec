import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { larger, type Minor, minus, negated, sum, sumOfAmounts, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { canceledReturnStatuses, findReturnType, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { capturedRests, refundedAmounts } from '../../../order/rules/payments/authorised-rest.ts'
import { linkableAmount } from '../../../order/rules/payments/payment-links.ts'
import { refundMethodName } from '../../payments/domain/money-move.ts'
import { EXCEEDS_CAPTURED, returnRefundDue } from '../../payments/domain/refunds-due.ts'
import { refundingSteps } from './explained-steps.ts'
import {
  type Explainers,
  evidence,
  type Facts,
  hasOpenUnits,
  isNotCollected,
  money,
  orderUrl,
  paymentsCall,
  type Reason,
  reasonsFrom,
  statusCall,
  statusOfOrder,
} from './facts.ts'

/** Money of the order that is missing, paid too much, or to be refunded. */
export function moneyReasons(facts: Facts): Reason[] {
  const isCanceled = isStatusIn(canceledReturnStatuses(facts.types))
  const forms = facts.order.returnOrderForms.filter(({ status }) => !isCanceled(status))
  const requests = facts.refundRequests.flatMap((request) => [...reasonsFrom(requestExplainers, request, facts)])
  return [...reasonsFrom(moneyExplainers, facts, facts), ...forms.flatMap((form) => refundReason(form, facts)), ...requests]
}

const requestExplainers: Explainers<'RefundAwaitsApproval', Facts['refundRequests'][number]> = {
  // security.md#second-pair-of-eyes
  RefundAwaitsApproval: ({ amount, requestedBy: by, requested: since }, facts) => ({
    parameters: { amount: money(facts, amount), by },
    since,
  }),
}

const moneyExplainers: Explainers<'PaymentMissing' | 'Overpaid', Facts> = {
  // A part of the order is neither captured nor authorised (money.md#payment-totals).
  PaymentMissing: (facts) => {
    const { remainingPayment, netTotal, orderForm, created } = facts.order
    // The link that the customer may still pay by says what the order waits for.
    if (linkableAmount(facts.order, facts) === 0) return null
    if (remainingPayment <= 0 || statusOfOrder(facts)?.isCanceledStatus === true || isNotCollected(facts)) return null
    const { authorizedPaymentTotal, capturedPaymentTotal, creditPaymentTotal } = orderForm
    const totals = { authorizedPaymentTotal, capturedPaymentTotal, creditPaymentTotal }
    return {
      parameters: { missing: money(facts, remainingPayment), total: money(facts, netTotal) },
      since: created,
      actions: [...linkActions(facts), recordAuthorization(facts, remainingPayment)],
      evidence: [evidence('Order', { netTotal, remainingPayment, ...totals })],
    }
  },

  // Money of the customer that nothing pays back by itself (money.md#payment-status).
  Overpaid: (facts) => {
    const { order, exponent } = facts
    const amount = overpaidAmount(facts)
    if (amount === 0) return null
    const [source] = capturedRests(order, exponent).filter(({ rest }) => rest > 0)
    const method = (source === undefined ? null : refundMethodName(source.payment)) ?? '<method>'
    const { netTotal, orderForm, updateStatusDate } = order
    const { capturedPaymentTotal, creditPaymentTotal } = orderForm
    return {
      parameters: { amount: money(facts, amount) },
      since: updateStatusDate,
      actions: [{ code: 'RecordRefund', ...paymentsCall(facts, recordOf('Credit', { amount, paymentMethodName: method })) }],
      evidence: [evidence('Order', { overpaid: amount, netTotal, capturedPaymentTotal, creditPaymentTotal })],
    }
  },
}

/** The call that sends the customer a link for what is due; none where no method has links. */
export function linkActions(facts: Facts): PlannedAction[] {
  if (facts.linkMethods.length === 0 || linkableAmount(facts.order, facts) === 0) return []
  return [{ code: 'SendPaymentLink', method: 'POST', url: orderUrl(facts, 'PaymentLink'), body: { sendEmail: true } }]
}

/** The call that records a further authorisation. */
export function recordAuthorization(facts: Facts, amount: number): PlannedAction {
  return {
    code: 'RecordPayment',
    ...paymentsCall(facts, recordOf('Authorization', { amount, paymentMethodName: '<method>' })),
  }
}

/** A payment as a request records it; the id of the provider's transaction is to be filled in. */
export function recordOf(transactionType: string, payment: { amount: number; paymentMethodName: string | null }) {
  return { ...payment, transactionId: "<the provider's transaction>", transactionType, status: 'Processed' }
}

/**
 * What was captured of an order that is over, and neither paid back nor what it costs; what its
 * return forms credit has reasons of its own.
 */
export function overpaidAmount(facts: Facts): number {
  const { order, exponent, types } = facts
  if (statusOfOrder(facts)?.isCanceledStatus !== true && hasOpenUnits(facts)) return 0
  const { capturedPaymentTotal, creditPaymentTotal } = order.orderForm
  const minor = (amount: number): Minor => toMinor(amount, exponent)
  const isCanceled = isStatusIn(canceledReturnStatuses(types))
  const credited = order.returnOrderForms
    .filter(({ status }) => !isCanceled(status))
    .map((form) => larger(ZERO, minus(minor(form.total), minor(form.creditPaymentTotal))))
  const kept = minus(minor(capturedPaymentTotal), minor(creditPaymentTotal))
  return toAmount(larger(ZERO, sum([kept, negated(minor(order.netTotal)), negated(sum(credited))])), exponent)
}

/** A return form whose money is not paid back yet (payments.md#amount-to-refund). */
function refundReason(form: ReturnOrderForm, facts: Facts): Reason[] {
  const { returnId, status, creditAmount, creditPayment, created } = form
  // The sum does not depend on which payments are refunded.
  const { moves, shortfall } = returnRefundDue(facts.order, form, { allocations: [], exponent: facts.exponent })
  const due = sumOfAmounts(moves.map(({ amount }) => amount))
  if (due === 0 && shortfall === null) return []
  const { paidOut } = refundedAmounts(facts.order, form, facts.exponent)
  const open = sumOfAmounts([creditAmount, -toAmount(paidOut, facts.exponent)])
  const exceeds = shortfall === EXCEEDS_CAPTURED
  return [
    {
      code: 'RefundPending',
      parameters: {
        return: returnId ?? '–',
        amount: money(facts, open),
        exceeds,
        unconfirmed: shortfall !== null && !exceeds,
      },
      about: { kind: 'ReturnForm', id: returnId ?? '' },
      since: created,
      next: null,
      actions: refundActions(facts, { form, due, exceeds }),
      evidence: [evidence('ReturnForm', { returnId, status, creditAmount, creditPayment, due, shortfall })],
    },
  ]
}

type PendingRefund = { form: ReturnOrderForm; due: number; exceeds: boolean }

/**
 * The step would fail again where more is to be paid back than is left: then what is left is what
 * the form can pay back. What was not captured yet has to be paid first.
 */
function refundActions(facts: Facts, { form, due, exceeds }: PendingRefund): PlannedAction[] {
  const { order, orderId, exponent, types } = facts
  if (exceeds && order.orderForm.capturedPaymentTotal >= order.orderForm.total) {
    const creditAmount = sumOfAmounts([toAmount(refundedAmounts(order, form, exponent).paidOut, exponent), due])
    const url = `/api/Returns/${encodeURIComponent(orderId)}/${encodeURIComponent(form.returnId ?? '')}`
    const amount = money(facts, creditAmount)
    return [{ code: 'ReduceRefund', parameters: { amount }, method: 'PATCH', url, body: { creditAmount } }]
  }
  const [paying] = (findReturnType(types)?.orderStatuses ?? [])
    .filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && refundingSteps.has(name)))
    .toSorted((a, b) => a.order - b.order)
  if (paying === undefined || due === 0) return []
  return [{ code: 'Refund', ...statusCall(facts, { status: paying.name, returnId: form.returnId }) }]
}
