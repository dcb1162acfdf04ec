import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { entityError } from '../../order/document/entity-errors.ts'
import { DELETED } from '../../order/document/order-guards.ts'
import type { PlannedStep } from '../../order/status/workflow-plan.ts'
import {
  type FollowUp,
  isAborting,
  isRunAborted,
  nextStepOf,
  type StepResult,
  type WorkflowRun,
} from '../../order/status/workflow-run.ts'
import type { Asked, StepContext, StepOutcome } from './step-definition.ts'
import { stepNamed } from './step-registry.ts'

export type Advanced = {
  order: Order
  /** With the results so far; its state tells whether it has ended. */
  run: WorkflowRun
  /** The outside call that must be made, or the stock that must be moved, before the run can go on; null at the end, or where the rest runs in the background. */
  call: { step: PlannedStep; input: unknown } | null
  /** What comes after the run, whose steps are all through; the run ends in the write that begins it. */
  followUp: FollowUp | null
}

export type AdvanceContext = Omit<StepContext, 'run' | 'step'> & {
  /** True: also the steps that run after the answer. */
  isBackground: boolean
  /** The order with its totals as they are after the steps so far. */
  calculated: (order: Order) => Order
  /** Whether the return form that the run is for was cancelled since the run began: nothing is to be done for it any more. */
  isFormCanceled: (order: Order, run: WorkflowRun) => boolean
  /** The order in a status that it takes in the middle of a run, and the steps of that, which follow the run. */
  enterAtOnce: (order: Order, status: string) => { order: Order; steps: readonly PlannedStep[] }
  /** Why a step of the run must not have its order moved to a status; null when nothing stands against it (4-decisions F.4). */
  triggerProblem: (order: Order, run: WorkflowRun, status: string) => string | null
}

/**
 * Carries a run on as far as that needs nothing but the order (4-decisions F.1, F.3). Pure: given the same order and run it comes to the
 * same point, so that it can be repeated on a fresher order. On an order that was deleted, or for a
 * return form that was cancelled in the meantime, the run ends, aborted.
 */
export function advance(order: Order, run: WorkflowRun, context: AdvanceContext): Advanced {
  if (isDeletedSince(order, run) || context.isFormCanceled(order, run))
    return { order, run: aborted(run), call: null, followUp: null }
  let current = { order, run }
  for (let step = nextStepOf(run); step !== undefined; step = nextStepOf(current.run)) {
    if (step.runAfterOrderIsSaved && !context.isBackground) return { ...current, call: null, followUp: null }
    const stepContext = { ...context, run: current.run, step }
    const asked = askedOf(current.order, stepContext)
    if ('input' in asked) return { ...current, call: { step, input: asked.input }, followUp: null }
    current = withOutcome(current.run, asked, stepContext)
  }
  return { order: current.order, call: null, ...ending(current.run) }
}

/** The outcome of a step that needs nothing but the order; of another, what it is to be given. */
function askedOf(order: Order, context: StepContext & Pick<AdvanceContext, 'calculated'>): Asked<unknown> {
  const definition = stepNamed(context.step.name)
  switch (definition.kind) {
    case 'change':
      return definition.apply(order, context)
    case 'call':
      return definition.ask(context.calculated(order), context)
    default:
      return { input: null }
  }
}

type OutcomeContext = Pick<StepContext, 'step' | 'now'> &
  Pick<AdvanceContext, 'triggerProblem' | 'enterAtOnce'> & { started?: string }

/** The order and the run with what a step gave; an error leaves an entry in the order's errors (4-decisions F.3). */
export function withOutcome(run: WorkflowRun, given: StepOutcome, context: OutcomeContext) {
  const { step, now } = context
  const outcome = withAllowedTrigger(run, given, context)
  const { order, next } = afterTrigger(run, outcome, context)
  const result: StepResult = {
    stepId: step.id,
    actionType: step.name,
    actionStatus: outcome.actionStatus,
    errorReason: outcome.errorReason ?? null,
    message: outcome.message ?? null,
    started: context.started ?? now,
    finished: now,
  }
  const changed: WorkflowRun = { ...run, results: [...run.results, result], next }
  return {
    order: outcome.actionStatus === 'Error' ? withError(order, changed, result) : order,
    run: changed,
  }
}

/** The order takes the status that the step asks for at once, or when the run has ended. */
function afterTrigger(
  run: WorkflowRun,
  outcome: StepOutcome,
  context: OutcomeContext,
): Pick<WorkflowRun, 'next'> & { order: Order } {
  const { triggerNewStatus: status, isAtOnce } = outcome
  if (status === undefined) return { order: outcome.order, next: run.next }
  if (isAtOnce !== true) return { order: outcome.order, next: [...run.next, { kind: 'status', status }] }
  const { order, steps } = context.enterAtOnce(outcome.order, status)
  return { order, next: steps.length === 0 ? run.next : [...run.next, { kind: 'steps', status, steps }] }
}

/** A status that a step asks for and cannot have makes an error of its outcome. */
function withAllowedTrigger(run: WorkflowRun, outcome: StepOutcome, { triggerProblem }: OutcomeContext): StepOutcome {
  const { triggerNewStatus: status, ...rest } = outcome
  const problem = status === undefined ? null : triggerProblem(outcome.order, run, status)
  if (problem === null) return outcome
  const errorReason = rest.errorReason === undefined ? problem : `${rest.errorReason} ${problem}`
  return { ...rest, actionStatus: 'Error', errorReason }
}

function withError(order: Order, run: WorkflowRun, result: StepResult): Order {
  const error = entityError({
    key: result.actionType,
    message: result.errorReason ?? 'The step failed.',
    severity: isAborting(run, result) ? 'Error' : 'Warning',
    occurred: result.finished,
    referenceId: run.id,
  })
  return { ...order, errors: [...order.errors, error].slice(-LIST_MAX) }
}

/** The steps of the status Deleted itself are meant for a deleted order. */
function isDeletedSince(order: Order, run: WorkflowRun): boolean {
  return order.status === DELETED && run.status !== DELETED
}

function aborted(run: WorkflowRun): WorkflowRun {
  return run.state === 'Running' ? { ...run, state: 'Aborted' } : run
}

/** The run as it is after its last step: over, or, with something to follow, about to be. */
function ending(run: WorkflowRun): Pick<Advanced, 'run' | 'followUp'> {
  const [followUp = null] = run.state === 'Running' ? followUpsOf(run) : []
  return { run: run.state === 'Running' && followUp === null ? endedRun(run) : run, followUp }
}

/** What follows a run whose steps are through; after an aborted one only what its steps asked for. */
export function followUpsOf(run: WorkflowRun): FollowUp[] {
  return run.next.filter(({ kind }) => kind === 'status' || !isRunAborted(run))
}

/** A run whose steps are through, as it is when it is over. An aborted one keeps what is to follow when it is resumed. */
export function endedRun(run: WorkflowRun): WorkflowRun {
  const isAborted = isRunAborted(run)
  const next = isAborted ? run.next.filter(({ kind }) => kind === 'steps') : []
  return { ...run, state: isAborted ? 'Aborted' : 'Finished', next }
}
