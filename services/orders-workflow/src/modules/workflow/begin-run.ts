import type { OrderType } from '@oms/contracts/config/order-types'
import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { entityError } from '../../order/document/entity-errors.ts'
import { assertWorkflowAllowed } from '../../order/document/order-guards.ts'
import { type OrderEvent, workflowEvent } from '../../order/order-events.ts'
import { type EnteredStatus, enterStatus } from '../../order/status/enter-status.ts'
import { typeToEnterBy } from '../../order/status/transitions.ts'
import { planOf, type StepsRun, stepsOfWhole } from '../../order/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../order/status/workflow-run.ts'
import { type Advanced, advance, endedRun, followUpsOf } from './advance.ts'
import { warnOfShippedGoods } from './domain/shipped-goods-canceled.ts'
import type { RunContext } from './run-context.ts'

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
  context: RunContext,
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
export function runOf(order: Order, content: RunContent, context: RunContext): Advanced | null {
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

/** Whether nothing is left of a run that has begun before the response can be given. */
export function isThrough({ call, followUp }: Pick<Advanced, 'call' | 'followUp'>): boolean {
  return call === null && followUp === null
}

/** The event of the end of a run, if it has ended. */
export function endingEvents(run: WorkflowRun | null): OrderEvent[] {
  return run === null || run.state === 'Running' ? [] : [workflowEvent(run)]
}

/** What became of a run that something followed: it is over, and the next one, if there is one, has begun. */
export type Followed = { order: Order; ended: WorkflowRun; begun: Advanced | null }

/** Ends a run whose steps are through and begins what follows it, one after the other until a run comes of it (4-decisions F.4, F.5). */
export function follow(advanced: Pick<Advanced, 'order' | 'run'>, context: RunContext): Followed {
  const ended = endedRun(advanced.run)
  let { order } = advanced
  for (let queue = followUpsOf(advanced.run); queue.length > 0; queue = queue.slice(1)) {
    const [first, ...next] = queue as [FollowUp, ...FollowUp[]]
    const entered = begin(order, { ended, first, next }, context)
    order = entered.order
    if (entered.begun !== null) return { ended, ...entered }
  }
  return { order, ended, begun: null }
}

type Beginning = { ended: WorkflowRun; first: FollowUp; next: readonly FollowUp[] }

function begin(order: Order, { ended, first, next }: Beginning, context: RunContext): Pick<Followed, 'order' | 'begun'> {
  const whose = { id: context.newId(), startedBy: ended.startedBy, next }
  if (first.kind === 'status') return moveOn(order, { ended, status: first.status, whose }, context)
  const begun = runOf(order, { ...whose, shipmentId: null, status: first.status, steps: first.steps, hops: ended.hops }, context)
  return { order: begun?.order ?? order, begun }
}

type Move = { ended: WorkflowRun; status: string; whose: { id: string; startedBy: string | null; next: readonly FollowUp[] } }

/** What the run was for moves: its shipment, or the order as a whole. What stands against it by now is among the order's errors. */
function moveOn(order: Order, { ended, status, whose }: Move, context: RunContext): Pick<Followed, 'order' | 'begun'> {
  const { shipmentId } = ended
  try {
    assertWorkflowAllowed(order)
    const type = typeToEnterBy(order, { statuses: [status] }, context.config.orderTypes)
    const shipmentInfo = shipmentId === null ? undefined : { shipmentId }
    const given = enterStatus(order, { status, type, shipmentInfo, isStatusOnly: false, now: context.now })
    const entered = warnOfShippedGoods(order, given, { type, now: context.now })
    const begun = beginRun(entered, { ...whose, type, stepsRun: context.stepsRun, hops: ended.hops + 1 }, context)
    return { order: begun?.order ?? entered.order, begun }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { order: withRefusal(order, { ended, status, now: context.now, reason: error.message }), begun: null }
  }
}

type Refusal = { ended: WorkflowRun; status: string; now: string; reason: string }

function withRefusal(order: Order, { ended, status, now, reason }: Refusal): Order {
  const message = `The order could not be moved to "${status}". ${reason}`
  const error = entityError({ key: status, message, severity: 'Error', occurred: now, referenceId: ended.id })
  return { ...order, errors: [...order.errors, error].slice(-LIST_MAX) }
}
