import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PlannedAction, PlannedNext } from '@open-oms/contracts/why/write-reasons'
import { minus, sum, sumOfAmounts, toAmount, toMinor } from '@open-oms/money/minor'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { authorisedRests } from '../../../order/rules/payments/authorised-rest.ts'
import { isFinalStatus } from '../../../order/rules/status/order-type.ts'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import { capturesDue, voidsDue } from '../../payments/domain/captures-due.ts'
import { capturingSteps, voidingSteps } from './explained-steps.ts'
import {
  type Explainers,
  evidence,
  type Facts,
  hasOpenUnits,
  markOrder,
  money,
  namedPayment,
  paymentsCall,
  statusCall,
  statusLabel,
  statusOfOrder,
} from './facts.ts'
import { recordAuthorization, recordOf } from './money-reasons.ts'

type Situation =
  | 'PaymentVoided'
  | 'PaymentComplete'
  | 'AuthorizationLeft'
  | 'PaymentNotDue'
  | 'AuthorizationExpired'
  | 'CaptureNotConfigured'
  | 'CapturedPartly'
  | 'CaptureAtStatus'

/** What an authorisation that counts waits for; the first situation that is the case holds. */
export const authorisationExplainers: Explainers<Situation, Payment> = {
  PaymentVoided: (payment, facts) =>
    isUsedUp(payment, facts) && isVoided(payment, facts)
      ? { parameters: { amount: money(facts, payment.amount) }, since: payment.created }
      : null,

  PaymentComplete: (payment, facts) =>
    isUsedUp(payment, facts) ? { parameters: { ...namedPayment(payment, facts), captured: true }, since: payment.created } : null,

  // What is left of an authorisation of an order that is over, and cannot become due
  // (payments.md#left-authorisations).
  AuthorizationLeft: (payment, facts) => {
    const { order, type, exponent, now, voidsLeft } = facts
    if (type === undefined || !(isFinalStatus(order.status, type) || isWithoutOpenUnits(facts))) return null
    const moves = voidsDue(order, { exponent, now }).moves.filter(({ source }) => source?.id === payment.id)
    const left = sumOfAmounts(moves.map((move) => move.amount))
    if (left === 0) return null
    const underWay = isStepUnderWay(facts, voidingSteps)
    return {
      parameters: {
        left: money(facts, left),
        amount: money(facts, payment.amount),
        underWay,
        type: type.disableWorkflow && !underWay ? type.name : null,
        setting: voidsLeft || underWay ? null : 'payments.voidLeftAuthorizations',
      },
      since: order.updateStatusDate,
      next: underWay ? { code: 'AuthorizationVoided', at: null } : authorisationExpiry(payment),
      actions: underWay ? [] : [...voidAgain(facts), recordVoid(payment, facts, left)],
      evidence: [evidence('Payment', { left })],
    }
  },

  PaymentNotDue: (payment, facts) => {
    const { order, exponent, now } = facts
    const { moves, shortfall } = capturesDue(order, { shipmentId: null, exponent, now })
    if (moves.some(({ source }) => source?.id === payment.id) || shortfall !== null) return null
    return { parameters: { amount: money(facts, payment.amount) }, since: order.updateStatusDate }
  },

  AuthorizationExpired: (payment, facts) => {
    const { authorizationExpires: expired } = payment
    if (expired === null || expired > facts.now) return null
    const rest = uncapturedAmount(payment, facts)
    return {
      parameters: { amount: money(facts, rest), expired },
      since: expired,
      actions: [recordAuthorization(facts, rest)],
    }
  },

  CaptureNotConfigured: (payment, facts) => {
    if (captureStatuses(facts).length > 0) return null
    const { orderType } = facts.order
    const { amount, paymentMethodName, id: internalReference } = payment
    // A capture is a payment of its own, which names the authorisation that it is taken from.
    const capture = { ...recordOf('Capture', { amount, paymentMethodName }), internalReference }
    return {
      parameters: { amount: money(facts, uncapturedAmount(payment, facts)), type: orderType },
      since: payment.created,
      next: authorisationExpiry(payment),
      actions: [{ code: 'RecordCapture', ...paymentsCall(facts, capture) }],
      evidence: [evidence('Configuration', { orderType, capturingStatuses: [] })],
    }
  },

  CapturedPartly: (payment, facts) => {
    const rest = uncapturedAmount(payment, facts)
    const captured = minus(toMinor(payment.amount, facts.exponent), toMinor(rest, facts.exponent))
    if (captured <= 0) return null
    const { parameters, ...pending } = pendingCapture(payment, facts)
    const amounts = { captured: money(facts, toAmount(captured, facts.exponent)), left: money(facts, rest) }
    return { parameters: { ...parameters, ...amounts, amount: money(facts, payment.amount) }, ...pending }
  },

  CaptureAtStatus: (payment, facts) => {
    const { parameters, ...pending } = pendingCapture(payment, facts)
    return { parameters: { ...parameters, amount: money(facts, uncapturedAmount(payment, facts)) }, ...pending }
  },
}

/** An authorisation that a status captures, or a step that is under way. */
function pendingCapture(payment: Payment, facts: Facts) {
  const statuses = captureStatuses(facts)
  const names = statuses.map(({ name }) => name)
  const underWay = isStepUnderWay(facts, capturingSteps)
  const [first] = statuses
  return {
    parameters: {
      underWay,
      ships: first !== undefined && isLeavingStatus(first),
      statuses: names.map((name) => statusLabel(facts, name)),
    },
    since: payment.created,
    next: authorisationExpiry(payment),
    actions: (underWay ? [] : names).filter((name) => !isRefused(name, facts)).map((status) => markOrder(facts, status)),
    evidence: [evidence('Configuration', { orderType: facts.order.orderType, capturingStatuses: names })],
  }
}

function isUsedUp(payment: Payment, facts: Facts): boolean {
  return uncapturedAmount(payment, facts) <= 0
}

function isVoided({ id, transactionId }: Payment, { order }: Facts): boolean {
  return order.orderForm.payments.some(
    (other) =>
      other.transactionType === 'Void' &&
      isEffective(other) &&
      (other.internalReference === id || other.transactionId === transactionId),
  )
}

function isWithoutOpenUnits(facts: Facts): boolean {
  return facts.order.orderForm.lineItems.length > 0 && !hasOpenUnits(facts)
}

/** The steps of the same status void what is left, where the status has them run. */
function voidAgain(facts: Facts): PlannedAction[] {
  const { order, type, voidsLeft } = facts
  const status = statusOfOrder(facts)
  if (type === undefined || status === undefined || type.disableWorkflow || isRefused(status.name, facts)) return []
  const hasStep = status.workflowSteps.some(({ name, active }) => active && voidingSteps.has(name))
  if (!hasStep && !(voidsLeft && isFinalStatus(order.status, type))) return []
  return [{ code: 'VoidRest', ...statusCall(facts, { status: status.name }) }]
}

function recordVoid({ id, paymentMethodName }: Payment, facts: Facts, amount: number): PlannedAction {
  const record = { ...recordOf('Void', { amount, paymentMethodName }), internalReference: id }
  return { code: 'RecordVoid', ...paymentsCall(facts, record) }
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

/** A held order does not enter a status with which goods leave (holds.md#refused-calls). */
function isRefused(name: string, { order, type }: Facts): boolean {
  return isHeld(order) && (type?.orderStatuses.some((status) => status.name === name && isLeavingStatus(status)) ?? false)
}

/** The statuses that capture, in their order. */
function captureStatuses({ type }: Pick<Facts, 'type'>) {
  if (type === undefined || type.disableWorkflow) return []
  return type.orderStatuses
    .filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && capturingSteps.has(name)))
    .toSorted((a, b) => a.order - b.order)
}

function authorisationExpiry({ authorizationExpires: at }: Payment): PlannedNext | null {
  return at === null ? null : { code: 'AuthorizationExpires', parameters: { at }, at }
}

function uncapturedAmount(payment: Payment, { order, exponent }: Facts): number {
  const rests = authorisedRests(order, exponent).filter((rest) => rest.payment === payment || rest.payment.id === payment.id)
  return toAmount(sum(rests.map(({ rest }) => rest)), exponent)
}
