import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { assertWorkflowAllowed } from '../../../order/rules/context/order-guards.ts'
import { assertLeavingGoodsPaid } from '../../../order/rules/fulfilment/unpaid-goods.ts'
import { entityError, withEntityError } from '../../../order/rules/input/entity-errors.ts'
import { enterStatus } from '../../../order/rules/status/enter-status.ts'
import { typeToEnterBy } from '../../../order/rules/status/order-type.ts'
import type { FollowUp, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { warnOfShippedGoods } from '../domain/shipped-goods-canceled.ts'
import { type AdvanceResult, advance, beginRun, createRun, endedRun, type NewRun, runFollowUps } from './advance.ts'
import { heldRun, isFollowUpHeldBack } from './held-back.ts'
import { calculated, type RunContext } from './run-context.ts'

/**
 * What became of a run that something followed: it is over, and the next one, if there is one, has
 * begun; or it is held, with what is left to follow.
 */
export type FollowResult = { order: Order; ended: WorkflowRun; begun: AdvanceResult | null }

/**
 * Ends a run whose steps are complete and begins what follows it, one after the other until a run
 * begins, or a status must wait for the release of the order (workflow.md#triggered-statuses,
 * workflow.md#order-status-from-shipments, holds.md#held-runs).
 */
export function follow(advanced: Pick<AdvanceResult, 'order' | 'run'>, context: RunContext): FollowResult {
  const ended = endedRun(advanced.run)
  const followUps = runFollowUps(advanced.run)
  let { order } = advanced
  for (const [index, first] of followUps.entries()) {
    if (isFollowUpHeldBack(order, first, context)) {
      const left = withoutFollowUps(advanced.run, followUps.slice(0, index))
      return { order, ended: heldRun({ order, run: left }).run, begun: null }
    }
    const next = followUps.slice(index + 1)
    const entered = beginFollowUp(order, { ended, first, next }, context)
    order = entered.order
    if (entered.begun !== null) return { ended, ...entered }
  }
  return { order, ended, begun: null }
}

function withoutFollowUps(run: WorkflowRun, done: readonly FollowUp[]): WorkflowRun {
  return { ...run, next: run.next.filter((followUp) => !done.includes(followUp)) }
}

function beginFollowUp(
  order: Order,
  { ended, first, next }: { ended: WorkflowRun; first: FollowUp; next: readonly FollowUp[] },
  context: RunContext,
): Pick<FollowResult, 'order' | 'begun'> {
  const successor = { id: context.newId(), startedBy: ended.startedBy, next }
  if (first.kind === 'status') return moveOn(order, { ended, status: first.status, successor }, context)
  const run = createRun(
    order,
    { ...successor, shipmentId: null, status: first.status, steps: first.steps, transitionCount: ended.transitionCount },
    context,
  )
  if (run === null) return { order, begun: null }
  const begun = advance(order, run, context)
  return { order: begun.order, begun }
}

type Move = { ended: WorkflowRun; status: string; successor: Pick<NewRun, 'id' | 'startedBy' | 'next'> }

/**
 * What the run was for moves: its shipment, or the order as a whole. A reason that forbids it is
 * among the order's errors.
 */
function moveOn(order: Order, { ended, status, successor }: Move, context: RunContext): Pick<FollowResult, 'order' | 'begun'> {
  const moved = orRefusal(() => enterNext(order, { ended, status, successor }, context))
  if (!(moved instanceof DomainError)) return moved
  return { order: withRefusal(order, { ended, status, now: context.now, reason: moved.message }), begun: null }
}

function enterNext(order: Order, { ended, status, successor }: Move, context: RunContext): Pick<FollowResult, 'order' | 'begun'> {
  assertWorkflowAllowed(order)
  const type = typeToEnterBy(order, { statuses: [status] }, context.config.orderTypes)
  const shipmentInfo = ended.shipmentId === null ? undefined : { shipmentId: ended.shipmentId }
  const given = enterStatus(order, { status, type, shipmentInfo, isStatusOnly: false, now: context.now })
  assertLeavingGoodsPaid(order, calculated(given.order, context), context.config)
  const entered = warnOfShippedGoods(order, given, { type, now: context.now })
  const begun = beginRun(
    entered,
    { ...successor, type, stepsRun: context.stepsRun, transitionCount: ended.transitionCount + 1 },
    context,
  )
  return { order: begun?.order ?? entered.order, begun }
}

type Refusal = { ended: WorkflowRun; status: string; now: string; reason: string }

function withRefusal(order: Order, { ended, status, now, reason }: Refusal): Order {
  const message = `The order could not be moved to "${status}". ${reason}`
  const error = entityError({ key: status, message, severity: 'Error', occurred: now, referenceId: ended.id })
  return { ...order, errors: withEntityError(order.errors, error) }
}
