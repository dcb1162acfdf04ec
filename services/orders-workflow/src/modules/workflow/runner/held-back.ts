import type { Order } from '@open-oms/contracts/orders/order'
import { canceledReturnStatuses, canceledStatusNames } from '../../../order/rules/context/return-type.ts'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { goodsLeave, isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { effectiveOrderType } from '../../../order/rules/status/order-type.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { stepNamed } from '../steps/step-registry.ts'
import type { RunContext } from './run-context.ts'

type HeldRun = { order: Order; run: WorkflowRun }

/**
 * Whether a step that needs more than the order must not run now because the order is held: it
 * would ask the outside for something. The steps of a cancelled status run all the same
 * (holds.md#held-runs, holds.md#cancellation-of-held-orders).
 */
export function isStepHeldBack(held: HeldRun, step: PlannedStep, context: Pick<RunContext, 'config'>): boolean {
  const definition = stepNamed(step.name)
  return definition.kind === 'call' && definition.runsOnHold !== true && mustWait(held, context)
}

/**
 * Whether the outcome of a step must not be written now: goods of a held order would leave with it,
 * also by a status that it enters immediately. A run of a cancelled status is no exception.
 */
export function isOutcomeHeldBack(order: Order, after: Order, { config }: Pick<RunContext, 'config'>): boolean {
  return isHeld(order) && goodsLeave(order, after, config.orderTypes)
}

/**
 * Whether a status that a step asked for must not be entered now, since goods of a held order would
 * leave.
 */
export function isFollowUpHeldBack(order: Order, followUp: FollowUp, { config }: Pick<RunContext, 'config'>): boolean {
  if (followUp.kind !== 'status' || !isHeld(order)) return false
  const { orderStatuses } = effectiveOrderType(order, config.orderTypes)
  return orderStatuses.some((status) => status.name === followUp.status && isLeavingStatus(status))
}

/** Whether the outside steps of a run wait: its order is held, and it does not cancel. */
export function mustWait({ order, run }: HeldRun, context: Pick<RunContext, 'config'>): boolean {
  return isHeld(order) && !isCanceling({ order, run }, context)
}

/** Whether a run is of a cancelled status. */
export function isCanceling({ order, run }: HeldRun, { config }: Pick<RunContext, 'config'>): boolean {
  const { orderTypes } = config
  const ofOrder = () => canceledStatusNames(effectiveOrderType(order, orderTypes))
  return (run.returnId === null ? ofOrder() : canceledReturnStatuses(orderTypes)).includes(run.status)
}

/** A run that has stopped until its order is released, with nothing to do. */
export function heldRun({ order, run }: HeldRun): HeldRun & { pending: null; followUp: null } {
  return { order, run: { ...run, state: 'Held' }, pending: null, followUp: null }
}
