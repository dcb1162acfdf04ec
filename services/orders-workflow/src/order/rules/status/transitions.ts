import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { StatusTransition } from '@open-oms/contracts/orders/workflow/workflow'
import { DELETED, QUEUED } from '../context/order-guards.ts'
import { effectiveOrderType, removedTypeReason, typeNamed } from './order-type.ts'

/**
 * The status of the type with this name; `ValidationFailed` at `path` when the type has none
 * (workflow.md#status-fields).
 */
export function requireStatus(type: OrderType, name: string | null | undefined, path: string): OrderStatus {
  const status = type.orderStatuses.find((candidate) => candidate.name === name)
  if (status === undefined) throw invalid(path, `"${name}" is not a status of order type "${type.name}"`)
  return status
}

/**
 * Refuses a transition that the policy of the current status forbids: `TransitionNotAllowed`,
 * naming the allowed ones (workflow.md#transition-policy).
 */
export function assertTransitionAllowed(type: OrderType, current: string | null, target: string): void {
  const from = type.orderStatuses.find((status) => status.name === current)
  if (from === undefined || isTransitionAllowed(from, target)) return
  const allowed = from.availableSteps.length === 0 ? 'none' : from.availableSteps.join(', ')
  throw new DomainError('TransitionNotAllowed', `An order cannot move from "${from.name}" to "${target}". Allowed: ${allowed}.`)
}

// Entering the status that the order has already runs its steps again and is no transition
// (workflow.md#refused-workflow-calls).
function isTransitionAllowed(from: OrderStatus, target: string): boolean {
  return !from.enforceAvailableStepsPolicy || from.name === target || from.availableSteps.includes(target)
}

/**
 * For each status of the order's type, whether the order may enter it, and why not
 * (workflow.md#transitions-endpoint). An order whose type was removed gets the statuses of the
 * default type, of which it may enter the cancelled ones. A removed status that the order has comes
 * last: the order can leave it and not enter it.
 */
export function listStatusTransitions(order: Order, types: readonly OrderType[]): StatusTransition[] {
  const type = effectiveOrderType(order, types)
  const isTypeRemoved = typeNamed(order.orderType, types) === undefined
  const obstacles = transitionObstacles(order)
  const from = type.orderStatuses.find((status) => status.name === order.status)
  const moves = type.orderStatuses.map((status) => {
    const policy =
      from === undefined || isTransitionAllowed(from, status.name) ? [] : [`"${from.name}" does not allow this move.`]
    const removed = isTypeRemoved && !status.isCanceledStatus ? [removedTypeReason(order)] : []
    const reasons = [...obstacles, ...policy, ...removed]
    return { status: status.name, allowed: reasons.length === 0, reasons }
  })
  if (from !== undefined || order.status === null || order.status === DELETED) return moves
  const gone = `"${order.status}" is not a status of order type "${type.name}" any more.`
  return [
    ...moves,
    { status: order.status, allowed: false, reasons: [...obstacles, isTypeRemoved ? removedTypeReason(order) : gone] },
  ]
}

function transitionObstacles(order: Order): string[] {
  const obstacles: string[] = []
  if (order.status === DELETED) obstacles.push('The order is deleted.')
  if (order.isReadOnly) obstacles.push('The order is read-only.')
  if (order.status === QUEUED) obstacles.push('The order is queued.')
  return obstacles
}
