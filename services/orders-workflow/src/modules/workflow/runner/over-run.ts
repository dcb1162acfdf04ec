import type { Order } from '@open-oms/contracts/orders/order'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { canceledReturnStatuses, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { isEndedByCancellation } from '../../../order/rules/holds/holds.ts'
import { openSteps, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { withoutWaiting } from '../../../runs/end-waiting.ts'
import { withStepError } from '../../../runs/step-errors.ts'
import { isPerStep, stepNamed } from '../steps/step-registry.ts'
import { isCanceling } from './held-back.ts'
import { calculated, type RunContext } from './run-context.ts'

/**
 * Whether nothing is left to do for a run since it began: its order was deleted, its return form
 * was cancelled, or its order was cancelled while it was held (workflow.md#durability,
 * holds.md#cancellation-of-held-orders).
 */
export function isOver({ order, run }: { order: Order; run: WorkflowRun }, context: Pick<RunContext, 'config'>): boolean {
  if (isDeletedSince(order, run) || isFormCanceled(order, run, context)) return true
  return run.returnId === null && isEndedByCancellation(order, run.started) && !isCanceling({ order, run }, context)
}

/** The steps of the status Deleted itself are meant for a deleted order. */
function isDeletedSince(order: Order, run: WorkflowRun): boolean {
  return order.status === DELETED && run.status !== DELETED
}

/**
 * Whether the return form that the run is for was cancelled since the run began: nothing is left to
 * do for it.
 */
function isFormCanceled(order: Order, { returnId, status }: WorkflowRun, { config }: Pick<RunContext, 'config'>): boolean {
  if (returnId === null) return false
  const isCanceled = isStatusIn(canceledReturnStatuses(config.orderTypes))
  const form = order.returnOrderForms.find((candidate) => candidate.returnId === returnId)
  return form !== undefined && isCanceled(form.status) && !isCanceled(status)
}

/** The end of a run with nothing left to do, and the order without its waiting errors. */
export function overRun(order: Order, run: WorkflowRun, context: RunContext) {
  const left = isEndedByCancellation(order, run.started) && hasSentGoods(order) ? withStillDue(order, run, context) : order
  return { ...withoutWaiting({ order: left, run: aborted(run) }, context.now), pending: null, followUp: null }
}

function hasSentGoods({ orderForm: { lineItems, shipments } }: Order): boolean {
  return (
    lineItems.some(({ deliveredQuantity }) => deliveredQuantity > 0) ||
    shipments.some(({ status }) => status === 'Released' || status === 'Shipped')
  )
}

const STILL_DUE = 'It was not carried out: the order was cancelled while it was held. It is still due for what was sent.'

/**
 * The order with an error for each step of a run that its cancellation has ended and that has
 * something to do all the same, such as to capture for goods that were sent before
 * (holds.md#cancellation-of-held-orders).
 */
function withStillDue(order: Order, run: WorkflowRun, context: RunContext): Order {
  const due = openSteps(run).filter((step) => {
    const definition = stepNamed(step.name)
    if (definition.kind !== 'call' || isPerStep(definition)) return false
    return 'input' in definition.ask(calculated(order, context), { ...context, run, step })
  })
  return due.reduce(
    (current, step) =>
      withStepError(current, {
        ...{ run, step, message: STILL_DUE, severity: step.stopOnError ? 'Error' : 'Warning' },
        ...{ occurred: context.now, isWaiting: false },
      }),
    order,
  )
}

function aborted(run: WorkflowRun): WorkflowRun {
  return run.state === 'Running' ? { ...run, state: 'Aborted' } : run
}
