import type { Order } from '@oms/contracts/orders/order'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { canceledReturnStatuses, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { isEndedByCancellation } from '../../../order/rules/holds/holds.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { isCanceling } from './held-back.ts'
import type { RunContext } from './run-context.ts'

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
