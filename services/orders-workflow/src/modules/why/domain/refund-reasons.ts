import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { sumOfAmounts, toAmount } from '@oms/money/minor'
import { canceledReturnStatuses, findReturnType, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { refundedAmounts } from '../../payments/domain/refund-payers.ts'
import { EXCEEDS_CAPTURED, returnRefundDue } from '../../payments/domain/refunds-due.ts'
import { refundingSteps } from './explained-steps.ts'
import { evidence, type Facts, type Reason, reason, statusAction } from './facts.ts'
import { cited } from './words.ts'

/** The return forms whose money is not paid back yet (payments.md#amount-to-refund). */
export function refundReasons(facts: Facts): Reason[] {
  const isCanceled = isStatusIn(canceledReturnStatuses(facts.types))
  return facts.order.returnOrderForms
    .filter(({ status }) => !isCanceled(status))
    .flatMap((form) => refundReason(form, facts) ?? [])
}

function refundReason(form: ReturnOrderForm, facts: Facts): Reason | null {
  const { returnId, status, creditAmount, creditPayment, created } = form
  // The sum does not depend on which payments are refunded.
  const { moves, shortfall } = returnRefundDue(facts.order, form, { allocations: [], exponent: facts.exponent })
  const due = sumOfAmounts(moves.map(({ amount }) => amount))
  if (due === 0 && shortfall === null) return null
  const { paidOut } = refundedAmounts(facts.order, form, facts.exponent)
  const open = sumOfAmounts([creditAmount, -toAmount(paidOut, facts.exponent)])
  const steps = findReturnType(facts.types)?.orderStatuses ?? []
  const paying = steps.filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && refundingSteps.has(name)))
  const [first] = paying.toSorted((a, b) => a.order - b.order)
  const hindrance = shortfall === null ? '' : ` ${cited(shortfall, '')}.`
  const way =
    first === undefined ? 'no status of return forms pays back' : `it is paid back with status ${first.name} of the form`
  return reason(facts, {
    code: 'RefundPending',
    about: { kind: 'ReturnForm', id: returnId ?? '' },
    sentence: `${open} ${facts.currency} of return form "${returnId}" are not paid back yet: the form is ${status}, and ${way}.${hindrance}`,
    since: created,
    actions: refundActions(facts, { form, status: first?.name, due, shortfall }),
    evidence: [evidence('ReturnForm', { returnId, status, creditAmount, creditPayment, due, shortfall })],
  })
}

type PendingRefund = { form: ReturnOrderForm; status: string | undefined; due: number; shortfall: string | null }

/**
 * The step would fail again where more is to be paid back than is left: then what is left is what
 * the form can pay back. What was not captured yet has to be paid first.
 */
function refundActions(facts: Facts, { form, status, due, shortfall }: PendingRefund): ReasonAction[] {
  const { order, orderId, exponent, currency } = facts
  if (shortfall === EXCEEDS_CAPTURED && order.orderForm.capturedPaymentTotal >= order.orderForm.total) {
    const creditAmount = sumOfAmounts([toAmount(refundedAmounts(order, form, exponent).paidOut, exponent), due])
    const sentence = `Set what the return pays back to what is left: ${creditAmount} ${currency}.`
    const url = `/api/Returns/${encodeURIComponent(orderId)}/${encodeURIComponent(form.returnId ?? '')}`
    return [{ sentence, method: 'PATCH', url, body: { creditAmount } }]
  }
  if (status === undefined || due === 0) return []
  return [statusAction(facts, { status, returnId: form.returnId, sentence: 'Complete the return form.' })]
}
