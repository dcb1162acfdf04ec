import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { startAfterCancellation } from '../../../order/rules/holds/holds.ts'
import type { EnteredStatus } from '../../../order/rules/status/enter-status.ts'
import { type PlannedStep, planSteps, type StepsRun, stepsOfWhole } from '../../../order/rules/status/workflow-plan.ts'
import {
  type FollowUp,
  findNextStep,
  findWaitingStep,
  isRunAborted,
  type WorkflowRun,
} from '../../../order/rules/status/workflow-run.ts'
import { subjectStatus } from '../../../runs/end-waiting.ts'
import type { AskResult, StepContext, StepOutcome } from '../steps/step-definition.ts'
import { stepNamed } from '../steps/step-registry.ts'
import { heldRun, isFollowUpHeldBack, isOutcomeHeldBack, isStepHeldBack } from './held-back.ts'
import { withLeftVoided } from './left-authorizations.ts'
import { isOver, overRun } from './over-run.ts'
import { withOutcome } from './record-outcome.ts'
import { calculated, type RunContext } from './run-context.ts'

/** A step that needs more than the order, and for a call the request that it has decided on. */
export type PendingStep = { step: PlannedStep; input: unknown }

export type AdvanceResult = {
  order: Order
  /** With the results so far; its state shows whether it has ended. */
  run: WorkflowRun
  /**
   * The step that must be carried out before the run can continue: an external call, or a step of
   * the transaction; null at the end, or where the rest runs in the background.
   */
  pending: PendingStep | null
  /** What follows the run, whose steps are complete; the run ends in the write that begins it. */
  followUp: FollowUp | null
}

/** The inputs of a new run. */
export type NewRun = {
  id: string
  startedBy: string | null
  type: OrderType
  /**
   * The steps of the order's shipments that have run, or are about to, by shipment; needed where a
   * shipment may move its order.
   */
  stepsRun?: StepsRun | undefined
  /** Makes what runs of the steps that the status has; absent: these. */
  plan?: ((planned: readonly PlannedStep[]) => PlannedStep[]) | undefined
  /** How many transitions triggered by steps have led here; none when absent. */
  transitionCount?: number
  /** What is to follow the run, and what its own end leads to. */
  next?: readonly FollowUp[]
}

/**
 * The run of a status that was just entered, after the steps that need only the order: they are
 * part of the write that enters the status. Null when the status has no steps for this order.
 */
export function beginRun(
  entering: EnteredStatus,
  { type, stepsRun = new Map(), next: later = [], plan, ...origin }: NewRun,
  context: RunContext,
): AdvanceResult | null {
  const { order, entered, shipmentId, returnId = null } = entering
  const planned = planSteps(order, { type, status: entered, shipmentId, returnId })
  const steps = plan?.(planned) ?? planned
  const wholeSteps = stepsOfWhole(entering, { type, stepsRun, planned: steps })
  const whole = entering.orderEntered
  const own: FollowUp[] =
    whole === null || wholeSteps.length === 0 ? [] : [{ kind: 'steps', status: whole.name, steps: wholeSteps }]
  const run =
    steps.length === 0 && whole !== null
      ? createRun(order, { ...origin, shipmentId: null, status: whole.name, steps: wholeSteps, next: later }, context)
      : createRun(order, { ...origin, shipmentId, returnId, status: entered.name, steps, next: [...own, ...later] }, context)
  return run === null ? null : advance(order, run, context)
}

type RunContent = Pick<WorkflowRun, 'id' | 'startedBy' | 'shipmentId' | 'status' | 'steps'> &
  Partial<Pick<WorkflowRun, 'transitionCount' | 'next' | 'returnId'>>

/**
 * A run of these steps, before the first of them; null when there are none, nor anything that is
 * left of authorisations to void.
 */
export function createRun(order: Order, content: RunContent, context: RunContext): WorkflowRun | null {
  const run: WorkflowRun = {
    transitionCount: 0,
    next: [],
    returnId: null,
    ...content,
    orderId: order.id,
    state: 'Running',
    started: startAfterCancellation(order, context.now),
    fencingToken: 1,
    results: [],
    waiting: [],
  }
  const { steps } = withLeftVoided({ order, run }, context).run
  return steps.length === 0 ? null : { ...run, steps }
}

/** Whether nothing of a run is left to do now: it has ended, or the rest runs in the background. */
export function hasNothingPending({ pending, followUp }: Pick<AdvanceResult, 'pending' | 'followUp'>): boolean {
  return pending === null && followUp === null
}

/**
 * Runs the steps that need only the order (workflow.md#step-fields, workflow.md#step-errors). Pure:
 * given the same order and run it returns the same point, so that it can be repeated on a newer
 * order. On an order that was deleted, or for a return form that was cancelled in the meantime, the
 * run ends, aborted. On an order that is held it stops before what must wait
 * (holds.md#held-runs).
 */
export function advance(order: Order, run: WorkflowRun, context: RunContext): AdvanceResult {
  if (isOver({ order, run }, context)) return overRun(order, run, context)
  let current = withLeftVoided({ order, run }, context)
  for (let step = findNextStep(current.run); step !== undefined; step = findNextStep(current.run)) {
    if (step.runAfterOrderIsSaved && !context.isBackground) return { ...current, pending: null, followUp: null }
    const stepContext = { ...context, run: current.run, step }
    const asked = supersededOutcome(current, stepContext) ?? prepareStep(current.order, stepContext)
    if ('input' in asked) {
      if (isStepHeldBack(current, step, context)) return heldRun(current)
      return { ...current, pending: { step, input: asked.input }, followUp: null }
    }
    const after = withOutcome(current.run, asked, stepContext)
    if (isOutcomeHeldBack(current.order, after.order, context)) return heldRun(current)
    current = withLeftVoided(after, context)
  }
  const end = ending(current.run)
  if (end.followUp !== null && isFollowUpHeldBack(current.order, end.followUp, context)) return heldRun(current)
  return { order: current.order, pending: null, ...end }
}

/** The outcome of a step that needs only the order; of another step, its input. */
function prepareStep(order: Order, context: StepContext & RunContext): AskResult<unknown> {
  const definition = stepNamed(context.step.name)
  switch (definition.kind) {
    case 'change':
      return definition.apply(calculated(order, context), context)
    case 'call':
      return definition.ask(calculated(order, context), context)
    default:
      return { input: null }
  }
}

/**
 * The final outcome of a step that is not tried again because what its run is for has a newer
 * status (workflow.md#waiting-runs); null when it has not, or when the step is not one that waited.
 */
function supersededOutcome({ order, run }: Pick<AdvanceResult, 'order' | 'run'>, { step }: StepContext): StepOutcome | null {
  const waiting = findWaitingStep(run, step.id)
  if (waiting === undefined || waiting.status === subjectStatus(order, run)) return null
  return { order, actionStatus: 'Error', errorReason: waiting.reason, message: 'Not tried again: the status is a newer one.' }
}

/** The run after its last step: ended, or about to end when something follows. */
function ending(run: WorkflowRun): Pick<AdvanceResult, 'run' | 'followUp'> {
  const [followUp = null] = run.state === 'Running' ? runFollowUps(run) : []
  return { run: run.state === 'Running' && followUp === null ? endedRun(run) : run, followUp }
}

/**
 * What follows a run whose steps are complete; after an aborted one only the triggered statuses,
 * and nothing while the step that stopped it is tried again.
 */
export function runFollowUps(run: WorkflowRun): FollowUp[] {
  if (!isRunAborted(run)) return [...run.next]
  return run.waiting.length > 0 ? [] : run.next.filter(({ kind }) => kind === 'status')
}

/**
 * A run whose steps are complete, in its final state, or waiting for one that is tried again. An
 * aborted one keeps its follow-ups for a resumption.
 */
export function endedRun(run: WorkflowRun): WorkflowRun {
  const isAborted = isRunAborted(run)
  if (run.waiting.length > 0) return { ...run, state: 'Waiting', next: isAborted ? run.next : [] }
  const next = isAborted ? run.next.filter(({ kind }) => kind === 'steps') : []
  return { ...run, state: isAborted ? 'Aborted' : 'Finished', next }
}
