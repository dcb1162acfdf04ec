import type { Order } from '@open-oms/contracts/orders/order'
import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import { entityError, isClosedError, WAITING, withEntityError } from '../order/rules/input/entity-errors.ts'
import type { PlannedStep } from '../order/rules/status/workflow-plan.ts'
import type { WorkflowRun } from '../order/rules/status/workflow-run.ts'

/** Who closed an error that a later run of its step made up for. */
const WORKFLOW = 'workflow'

/** A step of a run, and what its definition says of it. */
export type StepOfRun = {
  run: Pick<WorkflowRun, 'id' | 'shipmentId' | 'returnId'>
  step: Pick<PlannedStep, 'id' | 'name'>
  /** The name of the step and its aliases. */
  names: readonly string[]
  isPerStep: boolean
}

export type StepError = Omit<StepOfRun, 'names' | 'isPerStep'> & {
  message: string
  severity: 'Error' | 'Warning'
  /** ISO 8601 UTC. */
  occurred: string
  /** True: the step is tried again, so that nobody has to look yet. */
  isWaiting: boolean
}

/**
 * The order with the error of a step (workflow.md#step-errors). A further failure of the step in
 * the same run is the same error, and while the step waits the error stays as it is.
 */
export function withStepError(order: Order, { run, step, isWaiting, ...content }: StepError): Order {
  const isSame = (error: EntityError) => error.referenceId === run.id && error.stepId === step.id && !isClosedError(error)
  const known = order.errors.find(isSame)
  if (isWaiting && known?.status === WAITING) return order
  const added: EntityError = {
    ...entityError({ ...content, key: step.name, referenceId: run.id }),
    status: isWaiting ? WAITING : null,
    stepId: step.id,
    shipmentId: run.shipmentId,
    returnId: run.returnId,
    solved: null,
    solvedBy: null,
  }
  const others = order.errors.filter((error) => error !== known)
  return { ...order, errors: withEntityError(others, added) }
}

/**
 * The order where the errors that a step left are solved: it has succeeded, or found nothing left
 * to do (workflow.md#step-errors). The same order when there are none.
 */
export function withSolvedErrors(order: Order, step: StepOfRun, now: string): Order {
  const isSolved = (error: EntityError) => !isClosedError(error) && isMadeUpFor(error, step)
  if (!order.errors.some(isSolved)) return order
  return {
    ...order,
    errors: order.errors.map((error) => (isSolved(error) ? closed(error, 'Solved', { by: WORKFLOW, now }) : error)),
  }
}

/**
 * Whether the success of a step makes up for an error: of the same run and step, of the same step
 * in another run for the same, or, unless its effect is one per step, of any step of its name. A
 * run for the whole order makes up for those for a shipment.
 */
function isMadeUpFor(error: EntityError, { run, step, names, isPerStep }: StepOfRun): boolean {
  if (error.key === null || !names.includes(error.key)) return false
  const { stepId = null, shipmentId = null, returnId = null } = error
  if (error.referenceId === run.id) return stepId === null || stepId === step.id || !isPerStep
  if (returnId !== run.returnId || (run.shipmentId !== null && shipmentId !== run.shipmentId)) return false
  return stepId === step.id || !isPerStep
}

type ErrorClosure = { by: string; now: string }

function closed(error: EntityError, status: 'Solved' | 'Deleted', { by, now }: ErrorClosure): EntityError {
  return { ...error, status, solved: now, solvedBy: by }
}

/** What becomes of the errors of a run that is not tried again. */
export type WaitingErrorOutcome = ErrorClosure & {
  /**
   * `open`: someone must look. `Solved`: a step of a newer run takes care. `Deleted`: someone has
   * looked.
   */
  becomes: 'open' | 'Solved' | 'Deleted'
}

/** The order where no error of a run waits any more. The same order when none did. */
export function withoutWaitingErrors(order: Order, runId: string, becomes: (error: EntityError) => WaitingErrorOutcome): Order {
  const isWaiting = (error: EntityError) => error.referenceId === runId && error.status === WAITING
  if (!order.errors.some(isWaiting)) return order
  const ended = (error: EntityError) => {
    const { becomes: status, ...closing } = becomes(error)
    return status === 'open' ? { ...error, status: null } : closed(error, status, closing)
  }
  return { ...order, errors: order.errors.map((error) => (isWaiting(error) ? ended(error) : error)) }
}
