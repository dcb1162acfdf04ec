import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import { DomainError, invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { StatusTransition } from '@oms/contracts/orders/workflow'
import { DELETED, QUEUED } from './order-guards.ts'

/** The type of an order; `ValidationFailed` when it is configured no longer (4-decisions C.1). */
export function typeOf({ orderType }: Pick<Order, 'orderType'>, types: readonly OrderType[]): OrderType {
  const type = types.find((candidate) => candidate.name === orderType)
  if (type === undefined) throw new DomainError('ValidationFailed', `Order type "${orderType}" is not configured.`)
  return type
}

/** The status of the type with this name; `ValidationFailed` at `path` when the type has none (4-decisions C.1). */
export function statusOf(type: OrderType, name: string, path: string): OrderStatus {
  const status = type.orderStatuses.find((candidate) => candidate.name === name)
  if (status === undefined) throw invalid(path, `"${name}" is not a status of order type "${type.name}"`)
  return status
}

/** Refuses a move that the policy of the current status forbids: `TransitionNotAllowed`, naming the allowed ones (4-decisions C.2). */
export function assertMoveAllowed(type: OrderType, current: string | null, target: string): void {
  const from = type.orderStatuses.find((status) => status.name === current)
  if (from === undefined || isMoveAllowed(from, target)) return
  const allowed = from.availableSteps.length === 0 ? 'none' : from.availableSteps.join(', ')
  throw new DomainError('TransitionNotAllowed', `An order cannot move from "${from.name}" to "${target}". Allowed: ${allowed}.`)
}

// Entering the status that the order has already runs its steps again and is no move (4-decisions F.7).
function isMoveAllowed(from: OrderStatus, target: string): boolean {
  return !from.enforceAvailableStepsPolicy || from.name === target || from.availableSteps.includes(target)
}

/** For each status of the type, whether the order may move there and what stands against it (4-decisions C.3). */
export function transitionsOf(order: Order, type: OrderType): StatusTransition[] {
  const holds = holdsOf(order)
  const from = type.orderStatuses.find((status) => status.name === order.status)
  return type.orderStatuses.map((status) => {
    const policy = from === undefined || isMoveAllowed(from, status.name) ? [] : [`"${from.name}" does not allow this move.`]
    const reasons = [...holds, ...policy]
    return { status: status.name, allowed: reasons.length === 0, reasons }
  })
}

function holdsOf(order: Order): string[] {
  const holds: string[] = []
  if (order.status === DELETED) holds.push('The order is deleted.')
  if (order.isReadOnly) holds.push('The order is read-only.')
  if (order.status === QUEUED) holds.push('The order is queued.')
  return holds
}
