import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { countingPayments } from '../../../order/rules/payments/authorised-rest.ts'
import { isFinalStatus } from '../../../order/rules/status/order-type.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import { findNextStep, isRunAborted } from '../../../order/rules/status/workflow-run.ts'
import type { OrderAndRun } from '../../../runs/end-waiting.ts'
import { voidsDue } from '../../payments/domain/captures-due.ts'
import { cancelPayments, capturePayments } from '../steps/money/payments.ts'
import { moneyStep } from './money-step.ts'
import { calculated, type RunContext } from './run-context.ts'

/** Id of the step in a run; the ids of configured steps are chosen by the tenant. */
const VOID_LEFT_STEP = 'void-left-authorizations'

/**
 * The run with a further step `CancelPayments` when its own steps have run, its order is in a
 * delivered or cancelled status that was not entered later, and something is left of the
 * authorisations that cannot become due (payments.md#left-authorisations); else the run as it is.
 * The step comes before those that run after the order is saved. A run has it once at most, and not
 * after an error of its own step `CancelPayments`.
 */
export function withLeftVoided({ order, run }: OrderAndRun, context: RunContext): OrderAndRun {
  const next = findNextStep(run)
  const isAtEnd = next === undefined || next.runAfterOrderIsSaved
  if (!isAtEnd || run.returnId !== null || run.state !== 'Running' || isRunAborted(run) || hasTried(run)) return { order, run }
  if (run.started < (order.updateStatusDate ?? '') || !isVoidDue(order, context)) return { order, run }
  const ownSteps = run.steps.filter((step) => !step.runAfterOrderIsSaved)
  const laterSteps = run.steps.filter((step) => step.runAfterOrderIsSaved)
  return { order, run: { ...run, steps: [...ownSteps, voidStep(order, context), ...laterSteps] } }
}

function hasTried({ steps, results }: OrderAndRun['run']): boolean {
  const isRefused = results.some(
    ({ actionType, actionStatus }) => actionStatus === 'Error' && cancelPayments.names.includes(actionType),
  )
  return isRefused || steps.some(({ id }) => id === VOID_LEFT_STEP)
}

function isVoidDue(order: Order, context: RunContext): boolean {
  const type = context.handlingTypeOf(order)
  if (!context.config.settings.payments.voidLeftAuthorizations || type.disableWorkflow) return false
  if (!isFinalStatus(order.status, type) || countingPayments(order, 'Authorization').length === 0) return false
  const exponent = currencyExponent(context.currencyOf(order))
  return voidsDue(calculated(order, context), { exponent, now: context.now }).moves.length > 0
}

/** It asks as the order type has payments cancelled, or else captured. */
function voidStep(order: Order, context: RunContext): PlannedStep {
  const like = [cancelPayments, capturePayments]
  return moneyStep(order, context.handlingTypeOf(order), { id: VOID_LEFT_STEP, step: cancelPayments, like })
}
