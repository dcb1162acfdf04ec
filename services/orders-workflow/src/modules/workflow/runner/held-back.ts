import type { Order } from '@oms/contracts/orders/order'
import { canceledReturnStatuses, canceledStatusesOf } from '../../../order/document/return-type.ts'
import { isHeld } from '../../../order/holds/holds.ts'
import { haveMoreLeft, isLeavingStatus } from '../../../order/holds/leaving-goods.ts'
import { handlingTypeOf } from '../../../order/status/order-type.ts'
import type { PlannedStep } from '../../../order/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../../order/status/workflow-run.ts'
import type { Asked } from '../steps/step-definition.ts'
import { stepNamed } from '../steps/step-registry.ts'
import type { RunContext } from './run-context.ts'

type Held = { order: Order; run: WorkflowRun }

/**
 * Whether a step must not run now because the order is held: it would ask the outside for
 * something, or let goods leave. The steps of a cancelled status run all the same
 * (holds.md#held-runs, holds.md#cancellation-of-held-orders).
 */
export function isStepHeldBack(
  { order, run }: Held,
  { step, asked }: { step: PlannedStep; asked: Asked<unknown> },
  context: RunContext,
): boolean {
  if (!mustWait({ order, run }, context)) return false
  return 'input' in asked ? stepNamed(step.name).kind === 'call' : haveMoreLeft(order, asked.order)
}

/** Whether a status that a step asked for must not be entered now, since goods would leave. */
export function isFollowUpHeldBack({ order, run }: Held, followUp: FollowUp, context: RunContext): boolean {
  if (followUp.kind !== 'status' || !isHeld(order)) return false
  const { orderStatuses } = handlingTypeOf(order, context.config.orderTypes)
  return (
    orderStatuses.some((status) => status.name === followUp.status && isLeavingStatus(status)) &&
    mustWait({ order, run }, context)
  )
}

/** Whether the outside steps of a run wait: its order is held, and it does not cancel. */
export function mustWait({ order, run }: Held, context: Pick<RunContext, 'config'>): boolean {
  return isHeld(order) && !isCanceling({ order, run }, context)
}

/** Whether a run is of a cancelled status. */
export function isCanceling({ order, run }: Held, { config }: Pick<RunContext, 'config'>): boolean {
  const { orderTypes } = config
  const ofOrder = () => canceledStatusesOf(handlingTypeOf(order, orderTypes))
  return (run.returnId === null ? ofOrder() : canceledReturnStatuses(orderTypes)).includes(run.status)
}

/** A run that has stopped until its order is released, with nothing to do. */
export function heldRun({ order, run }: Held): Held & { pending: null; followUp: null } {
  return { order, run: { ...run, state: 'Held' }, pending: null, followUp: null }
}
