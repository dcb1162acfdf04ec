import type { Order } from '@open-oms/contracts/orders/order'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import { enterStatus } from '../../../order/rules/status/enter-status.ts'
import { effectiveOrderType } from '../../../order/rules/status/order-type.ts'
import { planSteps } from '../../../order/rules/status/workflow-plan.ts'
import { isAborting, type StepResult, type WaitingStep, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { withoutWaiting } from '../../../runs/end-waiting.ts'
import { withSolvedErrors, withStepError } from '../../../runs/step-errors.ts'
import { triggerProblem } from '../domain/trigger-problem.ts'
import type { StepContext, StepOutcome } from '../steps/step-definition.ts'
import { isPerStep, stepNamed } from '../steps/step-registry.ts'
import type { RunContext } from './run-context.ts'

export type OutcomeContext = RunContext &
  Pick<StepContext, 'step'> & {
    started?: string
    /**
     * What is known of the failure of a call; null or absent: it did not fail, or it was no call.
     */
    failure?: CallFailure | null
    /** How the step is tried again; null or absent: its outcome is final. */
    waiting?: WaitingStep | null
  }

/**
 * The order and the run with the outcome of a step; an error adds an entry to the order's errors,
 * and anything else solves those that the step has left (workflow.md#step-errors). A step that is
 * tried again has the error among its results, and asks for no status yet
 * (workflow.md#waiting-runs).
 */
export function withOutcome(run: WorkflowRun, given: StepOutcome, context: OutcomeContext) {
  const { step, now, waiting = null } = context
  const outcome = waiting === null ? withAllowedTrigger(run, given, context) : withoutTrigger(given)
  const { order, next } = afterTrigger(run, outcome, context)
  const result: StepResult = {
    stepId: step.id,
    actionType: step.name,
    actionStatus: outcome.actionStatus,
    errorReason: outcome.errorReason ?? null,
    message: waiting === null ? (outcome.message ?? null) : `It is tried again until ${waiting.until}.`,
    reasonClass: outcome.actionStatus === 'Success' ? null : (context.failure?.reasonClass ?? 'Rule'),
    started: context.started ?? now,
    finished: now,
  }
  const others = run.waiting.filter(({ stepId }) => stepId !== step.id)
  const changed: WorkflowRun = {
    ...run,
    results: [...run.results, result],
    waiting: waiting === null ? others : [...others, waiting],
    next,
  }
  const recorded = { order: withErrors(order, { run: changed, result, step, waiting, now }), run: changed }
  // What ended the run permanently also ends the waiting of its other steps.
  return waiting === null && isAborting(changed, result) ? withoutWaiting(recorded, now) : recorded
}

function withoutTrigger({ triggerNewStatus: _, ...outcome }: StepOutcome): StepOutcome {
  return outcome
}

/** The order takes the triggered status immediately, or when the run has ended. */
function afterTrigger(
  run: WorkflowRun,
  outcome: StepOutcome,
  context: OutcomeContext,
): Pick<WorkflowRun, 'next'> & { order: Order } {
  const { triggerNewStatus: status, isImmediate } = outcome
  if (status === undefined) return { order: outcome.order, next: run.next }
  if (isImmediate !== true) return { order: outcome.order, next: [...run.next, { kind: 'status', status }] }
  const type = effectiveOrderType(outcome.order, context.config.orderTypes)
  const { order, entered } = enterStatus(outcome.order, { status, type, isStatusOnly: false, now: context.now })
  const steps = planSteps(order, { type, status: entered, shipmentId: null })
  return { order, next: steps.length === 0 ? run.next : [...run.next, { kind: 'steps', status, steps }] }
}

/** A triggered status that is not allowed turns the outcome into an error. */
function withAllowedTrigger(run: WorkflowRun, outcome: StepOutcome, { config }: OutcomeContext): StepOutcome {
  const { triggerNewStatus: status, orderIfNotAllowed, ...rest } = outcome
  const problem = status === undefined ? null : triggerProblem(outcome.order, { run, status, config })
  if (problem === null) return outcome
  const errorReason = rest.errorReason === undefined ? problem : `${rest.errorReason} ${problem}`
  return { ...rest, order: orderIfNotAllowed ?? rest.order, actionStatus: 'Error', errorReason }
}

type StepResultContext = {
  run: WorkflowRun
  result: StepResult
  step: StepContext['step']
  waiting: WaitingStep | null
  now: string
}

function withErrors(order: Order, { run, result, step, waiting, now }: StepResultContext): Order {
  if (result.actionStatus !== 'Error') {
    const definition = stepNamed(step.name)
    return withSolvedErrors(order, { run, step, names: definition.names, isPerStep: isPerStep(definition) }, now)
  }
  return withStepError(order, {
    run,
    step,
    message: result.errorReason ?? 'The step failed.',
    severity: isAborting(run, result) ? 'Error' : 'Warning',
    occurred: result.finished,
    isWaiting: waiting !== null,
  })
}
