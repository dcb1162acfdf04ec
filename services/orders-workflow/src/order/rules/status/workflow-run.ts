import type { ActionStatus } from '@open-oms/contracts/config/order-types'
import type { runStates } from '@open-oms/contracts/orders/workflow/run-search'
import type { PlannedStep } from './workflow-plan.ts'

/**
 * `Waiting` is a run that tries a step again at a later time, `Held` one that continues when its
 * order is released (holds.md#held-runs), `Interrupted` one that waits for someone to resume it.
 */
export type RunState = (typeof runStates)[number]

/** What a step gave (workflow.md#step-errors). */
export type StepResult = {
  stepId: string
  actionType: string
  actionStatus: ActionStatus
  errorReason: string | null
  message: string | null
  /** The kind of failure (connectors.md#reason-classes); null after a success. */
  reasonClass: string | null
  started: string
  finished: string
}

/** A step whose failure may pass, and which is tried again later (workflow.md#waiting-runs). */
export type WaitingStep = {
  stepId: string
  /** When it first failed, and until when it is tried again. */
  since: string
  until: string
  /** Tries in the background so far that have failed, the one that began the waiting included. */
  failures: number
  nextAttempt: string
  /** True: the next attempt is the last one, after `until` because the receiver asked for it. */
  isLast: boolean
  reasonClass: string
  reason: string
  /** The connector that was called; null: it is not known. */
  connector: string | null
  /** The status that the run's order, shipment or return form had: a newer one ends the waiting. */
  status: string | null
}

/**
 * What follows when a run has ended: steps for the order as a whole that have not run for its
 * shipments (workflow.md#order-status-from-shipments), or a status that a step asked for
 * (workflow.md#triggered-statuses).
 */
export type FollowUp = { kind: 'steps'; status: string; steps: readonly PlannedStep[] } | { kind: 'status'; status: string }

/**
 * The carrying out of the steps of one status that an order, or one shipment of it, has entered
 * (workflow.md#durability).
 */
export type WorkflowRun = {
  id: string
  orderId: string
  shipmentId: string | null
  returnId: string | null
  status: string
  state: RunState
  started: string
  startedBy: string | null
  steps: readonly PlannedStep[]
  /** Rises with every take-over; whoever holds an older one writes nothing. */
  fencingToken: number
  results: readonly StepResult[]
  /**
   * The steps that are tried again later. While one is, it has an `Error` among the results; while
   * it is being tried, it has no result.
   */
  waiting: readonly WaitingStep[]
  /** How many status changes that steps asked for have led to this run. */
  transitionCount: number
  next: readonly FollowUp[]
}

/** The result of a step, if it has finished. */
function findStepResult(run: WorkflowRun, step: PlannedStep): StepResult | undefined {
  return run.results.find((result) => result.stepId === step.id)
}

/** Whether a step's error ended the run. */
export function isAborting(run: WorkflowRun, result: StepResult): boolean {
  return result.actionStatus === 'Error' && run.steps.some((step) => step.id === result.stepId && step.stopOnError)
}

/** Whether the error of some step ended the steps of the run. */
export function isRunAborted(run: WorkflowRun): boolean {
  return run.state === 'Aborted' || run.results.some((result) => isAborting(run, result))
}

/** The steps of a run that have no result yet; none when an error has ended the run. */
export function openSteps(run: WorkflowRun): PlannedStep[] {
  return isRunAborted(run) ? [] : run.steps.filter((step) => findStepResult(run, step) === undefined)
}

/**
 * The next step of a run: one that is being tried again, else the first without a result whose
 * conditions hold after the steps before it (workflow.md#step-fields). Undefined when none is left,
 * or an error has ended the run.
 */
export function findNextStep(run: WorkflowRun): PlannedStep | undefined {
  const triedAgain = run.steps.find(
    (step) => findWaitingStep(run, step.id) !== undefined && findStepResult(run, step) === undefined,
  )
  if (triedAgain !== undefined) return triedAgain
  if (isRunAborted(run)) return undefined
  return run.steps.find((step, index) => {
    if (findStepResult(run, step) !== undefined) return false
    const earlier = run.steps.slice(0, index)
    // How a step that is tried again ends is not known yet.
    if (step.workflowStepConditions.length > 0 && earlier.some(({ id }) => findWaitingStep(run, id) !== undefined)) return false
    return conditionsHold(
      step,
      earlier.flatMap((before) => findStepResult(run, before) ?? []),
    )
  })
}

/** How a step of a run is tried again later; undefined when it is not. */
export function findWaitingStep(run: WorkflowRun, stepId: string): WaitingStep | undefined {
  return run.waiting.find((waiting) => waiting.stepId === stepId)
}

function conditionsHold(step: PlannedStep, earlier: readonly StepResult[]): boolean {
  const ended = (status: ActionStatus) => earlier.some((result) => result.actionStatus === status)
  return step.workflowStepConditions.every(({ type }) =>
    type === 'Success' ? earlier.every((result) => result.actionStatus === 'Success') : ended(type),
  )
}
