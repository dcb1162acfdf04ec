import type { OrderType } from '@oms/contracts/config/order-types'
import type { EnteredStatus } from '../domain/enter-status.ts'
import type { OrderEvent } from '../domain/order-events.ts'
import { workflowEvent } from '../domain/order-events.ts'
import { planOf } from '../domain/workflow-plan.ts'
import type { WorkflowRun } from '../domain/workflow-run.ts'
import { type AdvanceContext, type Advanced, advance } from './advance.ts'

/** Who and what of a run that begins. */
export type NewRun = { id: string; startedBy: string | null; type: OrderType }

/**
 * The run of a status that was just entered, carried on as far as that needs nothing but the order: such steps ride in the write that
 * enters the status. Null when the status has no steps for this order.
 */
export function beginRun(
  { order, entered, shipmentId }: EnteredStatus,
  { id, startedBy, type }: NewRun,
  context: AdvanceContext,
): Advanced | null {
  const steps = planOf(order, { type, status: entered, shipmentId })
  if (steps.length === 0) return null
  const run: WorkflowRun = {
    id,
    orderId: order.id as string,
    shipmentId,
    returnId: null,
    status: entered.name,
    state: 'Running',
    started: context.now,
    startedBy,
    steps,
    fencingToken: 1,
    results: [],
  }
  return advance(order, run, context)
}

/** The event of the end of a run, if it has ended. */
export function endingEvents(run: WorkflowRun | null): OrderEvent[] {
  return run === null || run.state === 'Running' ? [] : [workflowEvent(run)]
}
