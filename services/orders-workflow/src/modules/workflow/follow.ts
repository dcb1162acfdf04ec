import type { OrderType } from '@oms/contracts/config/order-types'
import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { entityError } from '../../order/document/entity-errors.ts'
import { assertWorkflowAllowed } from '../../order/document/order-guards.ts'
import { enterStatus } from '../../order/status/enter-status.ts'
import { assertMoveAllowed, statusOf, typeToEnterBy } from '../../order/status/transitions.ts'
import type { StepsRun } from '../../order/status/workflow-plan.ts'
import type { FollowUp, WorkflowRun } from '../../order/status/workflow-run.ts'
import { type AdvanceContext, type Advanced, endedRun, followUpsOf } from './advance.ts'
import { beginRun, runOf } from './begin-run.ts'
import { warnOfShippedGoods } from './domain/shipped-goods-canceled.ts'

export type FollowContext = AdvanceContext & {
  newId: () => string
  orderTypes: readonly OrderType[]
  stepsRun: StepsRun
}

/** What became of a run that something followed: it is over, and the next one, if there is one, has begun. */
export type Followed = { order: Order; ended: WorkflowRun; begun: Advanced | null }

/** Ends a run whose steps are through and begins what follows it, one after the other until a run comes of it (4-decisions F.4, F.5). */
export function follow(advanced: Pick<Advanced, 'order' | 'run'>, context: FollowContext): Followed {
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

function begin(order: Order, { ended, first, next }: Beginning, context: FollowContext): Pick<Followed, 'order' | 'begun'> {
  const whose = { id: context.newId(), startedBy: ended.startedBy, next }
  if (first.kind === 'status') return hop(order, { ended, status: first.status, whose }, context)
  const begun = runOf(order, { ...whose, shipmentId: null, status: first.status, steps: first.steps, hops: ended.hops }, context)
  return { order: begun?.order ?? order, begun }
}

type Hop = { ended: WorkflowRun; status: string; whose: { id: string; startedBy: string | null; next: readonly FollowUp[] } }

/** What the run was for moves: its shipment, or the order as a whole. What stands against it by now is told in the order's errors. */
function hop(order: Order, { ended, status, whose }: Hop, context: FollowContext): Pick<Followed, 'order' | 'begun'> {
  const { shipmentId } = ended
  try {
    assertWorkflowAllowed(order)
    const type = typeToEnterBy(order, { statuses: [status] }, context.orderTypes)
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

type Trigger = { run: WorkflowRun; status: string; orderTypes: readonly OrderType[]; hopsMax: number }

/** Why a step of a run must not have its order moved to a status (4-decisions F.4); null when nothing stands against it. */
export function triggerProblem(order: Order, { run, status, orderTypes, hopsMax }: Trigger): string | null {
  if (run.hops >= hopsMax) return `The workflow has changed the status ${hopsMax} times already, as often as it may.`
  try {
    assertWorkflowAllowed(order)
    const type = typeToEnterBy(order, { statuses: [status] }, orderTypes)
    statusOf(type, status, 'triggerNewStatus')
    const shipment = order.orderForm.shipments.find(({ shipmentId }) => shipmentId !== null && shipmentId === run.shipmentId)
    assertMoveAllowed(type, shipment?.orderStatus ?? order.status, status)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
