import type { OrderType } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import type { OrderEvent } from '../../order/order-events.ts'
import { workflowEvent } from '../../order/order-events.ts'
import type { EnteredStatus } from '../../order/status/enter-status.ts'
import { planOf, type StepsRun, stepsOfWhole } from '../../order/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../order/status/workflow-run.ts'
import { type AdvanceContext, type Advanced, advance } from './advance.ts'

/** Who and what of a run that begins. */
export type NewRun = {
  id: string
  startedBy: string | null
  type: OrderType
  /** The steps of the order's shipments that have run, or are about to, by shipment; needed where a shipment may move its order. */
  stepsRun?: StepsRun | undefined
  /** How many status changes that steps asked for have led here; none when absent. */
  hops?: number
  /** What is to follow the run, and what its own end leads to. */
  next?: readonly FollowUp[]
}

/**
 * The run of a status that was just entered, carried on as far as that needs nothing but the order: such steps ride in the write that
 * enters the status. Null when the status has no steps for this order.
 */
export function beginRun(
  entering: EnteredStatus,
  { type, stepsRun = new Map(), next: later = [], ...whose }: NewRun,
  context: AdvanceContext,
): Advanced | null {
  const { order, entered, shipmentId, returnId = null } = entering
  const steps = planOf(order, { type, status: entered, shipmentId, returnId })
  const wholeSteps = stepsOfWhole(entering, { type, stepsRun, planned: steps })
  const whole = entering.orderEntered
  if (steps.length === 0) {
    if (whole === null) return null
    return runOf(order, { ...whose, shipmentId: null, status: whole.name, steps: wholeSteps, next: later }, context)
  }
  const own: FollowUp[] =
    whole === null || wholeSteps.length === 0 ? [] : [{ kind: 'steps', status: whole.name, steps: wholeSteps }]
  return runOf(order, { ...whose, shipmentId, returnId, status: entered.name, steps, next: [...own, ...later] }, context)
}

type RunContent = Pick<WorkflowRun, 'id' | 'startedBy' | 'shipmentId' | 'status' | 'steps'> &
  Partial<Pick<WorkflowRun, 'hops' | 'next' | 'returnId'>>

/** A run of these steps, carried on as far as it needs nothing but the order; null when there are none. */
export function runOf(order: Order, content: RunContent, context: AdvanceContext): Advanced | null {
  if (content.steps.length === 0) return null
  const run: WorkflowRun = {
    hops: 0,
    next: [],
    returnId: null,
    ...content,
    orderId: order.id as string,
    state: 'Running',
    started: context.now,
    fencingToken: 1,
    results: [],
  }
  return advance(order, run, context)
}

/** Whether nothing is left of a run that has begun before the answer can be given. */
export function isThrough({ call, followUp }: Pick<Advanced, 'call' | 'followUp'>): boolean {
  return call === null && followUp === null
}

/** The event of the end of a run, if it has ended. */
export function endingEvents(run: WorkflowRun | null): OrderEvent[] {
  return run === null || run.state === 'Running' ? [] : [workflowEvent(run)]
}
