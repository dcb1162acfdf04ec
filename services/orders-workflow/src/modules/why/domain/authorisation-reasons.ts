import type { Payment } from '@oms/contracts/orders/payment'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { minus, sum, sumOfAmounts, toAmount, toMinor } from '@oms/money/minor'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { authorisedRests } from '../../../order/rules/payments/authorised-rest.ts'
import { isFinalStatus } from '../../../order/rules/status/order-type.ts'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import { capturesDue, voidsDue } from '../../payments/domain/captures-due.ts'
import { aboutPayment, addAuthorization, formatPaymentAmount } from './about-payment.ts'
import { capturingSteps, voidingSteps } from './explained-steps.ts'
import {
  type ExplainerOf,
  evidence,
  type Facts,
  hasOpenUnits,
  orderUrl,
  type Reason,
  statusAction,
  statusOfOrder,
} from './facts.ts'
import { listed, moment } from './words.ts'

function usedUp(payment: Payment, facts: Facts): Reason | null {
  if (uncapturedAmount(payment, facts) > 0) return null
  const isVoided = facts.order.orderForm.payments.some(
    (other) =>
      other.transactionType === 'Void' &&
      isEffective(other) &&
      (other.internalReference === payment.id || other.transactionId === payment.transactionId),
  )
  return aboutPayment(payment, facts, {
    code: isVoided ? 'PaymentVoided' : 'PaymentComplete',
    sentence: isVoided
      ? `What was left of the authorisation of ${formatPaymentAmount(payment, facts)} was given up.`
      : `The authorisation of ${formatPaymentAmount(payment, facts)} is captured in full.`,
    since: payment.created,
  })
}

function expired(payment: Payment, facts: Facts): Reason | null {
  const { authorizationExpires: expires } = payment
  if (expires === null || expires > facts.now) return null
  return aboutPayment(payment, facts, {
    code: 'AuthorizationExpired',
    sentence: `The authorisation expired at ${moment(expires)}, with ${restText(payment, facts)} not captured: the provider would refuse it.`,
    since: expires,
    actions: [addAuthorization(facts, uncapturedAmount(payment, facts))],
  })
}

/**
 * What is left of an authorisation of an order that is over, and cannot become due
 * (payments.md#left-authorisations).
 */
function left(payment: Payment, facts: Facts): Reason | null {
  const { order, type, exponent, now } = facts
  if (type === undefined || !(isFinalStatus(order.status, type) || isWithoutOpenUnits(facts))) return null
  const moves = voidsDue(order, { exponent, now }).moves.filter(({ source }) => source?.id === payment.id)
  const amount = sumOfAmounts(moves.map((move) => move.amount))
  if (amount === 0) return null
  const isUnderWay = isStepUnderWay(facts, voidingSteps)
  return aboutPayment(payment, facts, {
    code: 'AuthorizationLeft',
    sentence: `${amount} ${facts.currency} of the authorisation of ${formatPaymentAmount(payment, facts)} are left and cannot become due: ${whyLeft(facts, isUnderWay)}.`,
    since: order.updateStatusDate,
    next: isUnderWay ? { sentence: 'The step voids them, or is tried again.', at: null } : authorisationExpiry(payment),
    actions: isUnderWay ? [] : [...enterAgain(facts), recordVoid(payment, facts, amount)],
    evidence: [evidence('Payment', { left: amount })],
  })
}

function isWithoutOpenUnits(facts: Facts): boolean {
  return facts.order.orderForm.lineItems.length > 0 && !hasOpenUnits(facts)
}

function whyLeft({ order, type, voidsLeft }: Facts, isUnderWay: boolean): string {
  if (isUnderWay) return 'a step that voids them is under way, or waits to be tried again'
  if (type?.disableWorkflow === true) return `order type "${order.orderType}" runs no steps`
  if (!voidsLeft) return 'setting payments.voidLeftAuthorizations is false'
  return 'no step has voided them'
}

/** The steps of the same status void what is left, where the status has them run. */
function enterAgain(facts: Facts): ReasonAction[] {
  const { order, type, voidsLeft } = facts
  const status = statusOfOrder(facts)
  if (type === undefined || status === undefined || type.disableWorkflow || isRefused(status.name, facts)) return []
  const hasStep = status.workflowSteps.some(({ name, active }) => active && voidingSteps.has(name))
  if (!hasStep && !(voidsLeft && isFinalStatus(order.status, type))) return []
  return [
    statusAction(facts, { status: status.name, sentence: `Set the order to ${status.name} again: that voids what is left.` }),
  ]
}

function recordVoid({ id, paymentMethodName }: Payment, facts: Facts, amount: number): ReasonAction {
  const made = { transactionId: "<the provider's transaction>", transactionType: 'Void', status: 'Processed' }
  return {
    sentence: 'Void them at the provider, and record it.',
    method: 'POST',
    url: orderUrl(facts, 'AddPayments'),
    body: { payments: [{ amount, paymentMethodName, ...made, internalReference: id }] },
  }
}

function notDue(payment: Payment, facts: Facts): Reason | null {
  const { order, exponent, now } = facts
  const { moves, shortfall } = capturesDue(order, { shipmentId: null, exponent, now })
  if (moves.some(({ source }) => source?.id === payment.id) || shortfall !== null) return null
  return aboutPayment(payment, facts, {
    code: 'PaymentNotDue',
    sentence: `Nothing of the authorisation of ${formatPaymentAmount(payment, facts)} is due: what the order costs is captured, or another authorisation covers it.`,
    since: order.updateStatusDate,
  })
}

function captureNotConfigured(payment: Payment, facts: Facts): Reason | null {
  if (captureStatuses(facts).length > 0) return null
  return aboutPayment(payment, facts, {
    code: 'CaptureNotConfigured',
    sentence: `${restText(payment, facts)} are authorised, and no status of order type "${facts.order.orderType}" has a step that captures: another system captures, and records it here.`,
    since: payment.created,
    next: authorisationExpiry(payment),
    actions: [
      {
        sentence: 'Record what was captured.',
        method: 'POST',
        url: orderUrl(facts, 'AddPayments'),
        body: { payments: [captureBody(payment)] },
      },
    ],
    evidence: [evidence('Configuration', { orderType: facts.order.orderType, capturingStatuses: [] })],
  })
}

/**
 * A run has a step of these names to carry out, or waits to try it again. Another status would end
 * that.
 */
function isStepUnderWay({ runs }: Facts, names: ReadonlySet<string>): boolean {
  return runs.some(
    ({ state, steps, waiting, results }) =>
      (state === 'Waiting' || state === 'Running' || state === 'Held') &&
      steps.some(
        ({ id, name }) =>
          names.has(name) && (waiting.some(({ stepId }) => stepId === id) || !results.some(({ stepId }) => stepId === id)),
      ),
  )
}

function notCaptured(payment: Payment, facts: Facts): Reason | null {
  const statuses = captureStatuses(facts)
  const taken = minus(toMinor(payment.amount, facts.exponent), toMinor(uncapturedAmount(payment, facts), facts.exponent))
  const partly = taken > 0
  const isUnderWay = isStepUnderWay(facts, capturingSteps)
  const when = isUnderWay
    ? 'a step that captures is under way, or waits to be tried again'
    : `the workflow captures ${listed(
        statuses.map((name) => `with status ${name}`),
        'or',
      )}`
  return aboutPayment(payment, facts, {
    code: partly ? 'CapturedPartly' : 'CaptureAtStatus',
    sentence: partly
      ? `${toAmount(taken, facts.exponent)} of ${formatPaymentAmount(payment, facts)} are captured; ${restText(payment, facts)} are left, and ${when}.`
      : `${restText(payment, facts)} are authorised and not captured yet: ${when}.`,
    since: payment.created,
    next: authorisationExpiry(payment),
    actions: (isUnderWay ? [] : statuses)
      .filter((name) => !isRefused(name, facts))
      .map((status) => statusAction(facts, { status, sentence: `Set the order to ${status} when its goods leave.` })),
    evidence: [evidence('Configuration', { orderType: facts.order.orderType, capturingStatuses: statuses })],
  })
}

/** What an authorisation that counts waits for; the first situation that is the case holds. */
export const authorisationExplainers: readonly ExplainerOf<Payment>[] = [
  usedUp,
  left,
  notDue,
  expired,
  captureNotConfigured,
  notCaptured,
]

/** A held order does not enter a status with which goods leave (holds.md#refused-calls). */
function isRefused(name: string, { order, type }: Facts): boolean {
  return isHeld(order) && (type?.orderStatuses.some((status) => status.name === name && isLeavingStatus(status)) ?? false)
}

/** The statuses that capture, in their order. */
function captureStatuses({ type }: Pick<Facts, 'type'>): string[] {
  if (type === undefined || type.disableWorkflow) return []
  return type.orderStatuses
    .filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && capturingSteps.has(name)))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name)
}

/** A capture is a payment of its own, which names the authorisation that it is taken from. */
function captureBody({ id, amount, paymentMethodName }: Payment) {
  const transactionId = "<the provider's transaction>"
  return { amount, paymentMethodName, transactionId, transactionType: 'Capture', status: 'Processed', internalReference: id }
}

function authorisationExpiry({ authorizationExpires: at }: Payment) {
  return at === null ? null : { sentence: 'The authorisation expires then, and cannot be captured any more.', at }
}

function uncapturedAmount(payment: Payment, { order, exponent }: Facts): number {
  const rests = authorisedRests(order, exponent).filter((rest) => rest.payment === payment || rest.payment.id === payment.id)
  return toAmount(sum(rests.map(({ rest }) => rest)), exponent)
}

function restText(payment: Payment, facts: Facts): string {
  return `${uncapturedAmount(payment, facts)} ${facts.currency}`
}
