import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import { DomainError, invalid, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { StatusTransition } from '@oms/contracts/orders/workflow'
import { DELETED, QUEUED } from '../document/order-guards.ts'

/**
 * The type of an order; `ValidationFailed` when it is configured no longer
 * (workflow.md#status-fields).
 */
export function typeOf({ orderType }: Pick<Order, 'orderType'>, types: readonly OrderType[]): OrderType {
  const type = types.find((candidate) => candidate.name === orderType)
  if (type === undefined) throw new DomainError('ValidationFailed', `Order type "${orderType}" is not configured.`)
  return type
}

/**
 * The type that an order is handled by: its own, or for an order whose type was removed from the
 * configuration the default type, whose policies of moves do not apply: the status that the order
 * has is not one of that type.
 */
export function handlingTypeOf({ orderType }: Pick<Order, 'orderType'>, types: readonly OrderType[]): OrderType {
  return typeNamed(orderType, types) ?? withoutPolicies(defaultTypeOf(types))
}

export type Entering = {
  /** The statuses that the order and its shipment are to enter. */
  statuses: readonly string[]
  /** The type that an order of a removed type goes on with. */
  orderType?: string | undefined
}

/**
 * The type by whose statuses and steps an order enters a status: its own. An order whose type was
 * removed can be cancelled by the default type, and enters any other status by the type that the
 * request names, so that no one ships or charges by a workflow that was not chosen. Raises
 * `ValidationFailed`.
 */
export function typeToEnterBy(order: Order, { statuses, orderType }: Entering, types: readonly OrderType[]): OrderType {
  const own = typeNamed(order.orderType, types)
  if (own !== undefined) {
    if (orderType === undefined || orderType === own.name) return own
    throw invalid('orderType', `the order is of type "${own.name}", which is configured; PatchOrder can change it`)
  }
  if (orderType !== undefined) {
    const named = typeNamed(orderType, types)
    if (named === undefined) throw invalid('orderType', `"${orderType}" is not a configured order type`)
    return withoutPolicies(named)
  }
  const standIn = handlingTypeOf(order, types)
  const canceled = standIn.orderStatuses.flatMap(({ name, isCanceledStatus }) => (isCanceledStatus ? [name] : []))
  if (statuses.every((status) => canceled.includes(status))) return standIn
  const ways = canceled.length === 0 ? '' : ` It can be cancelled (${canceled.join(', ')}).`
  throw new DomainError('ValidationFailed', `${removedTypeReason(order)}${ways}`)
}

/** Why an order of a removed type cannot enter a status, and the way out. */
function removedTypeReason({ orderType }: Pick<Order, 'orderType'>): string {
  return `Order type "${orderType}" is not configured any more; UpdateStatus with "orderType" moves the order to another type.`
}

/** The configured type of this name. */
export function typeNamed(name: string | null, types: readonly OrderType[]): OrderType | undefined {
  return types.find((candidate) => candidate.name === name)
}

function defaultTypeOf(types: readonly OrderType[]): OrderType {
  const type = types.find(({ defaultOrderType }) => defaultOrderType)
  invariant(type !== undefined, 'the configuration has a default order type')
  return type
}

function withoutPolicies(type: OrderType): OrderType {
  const orderStatuses = type.orderStatuses.map((status) => ({ ...status, enforceAvailableStepsPolicy: false }))
  return { ...type, orderStatuses }
}

/**
 * The status of the type with this name; `ValidationFailed` at `path` when the type has none
 * (workflow.md#status-fields).
 */
export function statusOf(type: OrderType, name: string, path: string): OrderStatus {
  const status = type.orderStatuses.find((candidate) => candidate.name === name)
  if (status === undefined) throw invalid(path, `"${name}" is not a status of order type "${type.name}"`)
  return status
}

/**
 * Refuses a move that the policy of the current status forbids: `TransitionNotAllowed`, naming the
 * allowed ones (workflow.md#transition-policy).
 */
export function assertMoveAllowed(type: OrderType, current: string | null, target: string): void {
  const from = type.orderStatuses.find((status) => status.name === current)
  if (from === undefined || isMoveAllowed(from, target)) return
  const allowed = from.availableSteps.length === 0 ? 'none' : from.availableSteps.join(', ')
  throw new DomainError('TransitionNotAllowed', `An order cannot move from "${from.name}" to "${target}". Allowed: ${allowed}.`)
}

// Entering the status that the order has already runs its steps again and is no move
// (workflow.md#refused-workflow-calls).
function isMoveAllowed(from: OrderStatus, target: string): boolean {
  return !from.enforceAvailableStepsPolicy || from.name === target || from.availableSteps.includes(target)
}

/**
 * For each status of the order's type, whether the order may enter it, and why not
 * (workflow.md#transitions-endpoint). An order whose type was removed gets the statuses of the
 * default type, of which it may enter the cancelled ones. A removed status that the order has comes
 * last: the order can leave it and not enter it.
 */
export function transitionsOf(order: Order, types: readonly OrderType[]): StatusTransition[] {
  const type = handlingTypeOf(order, types)
  const isTypeRemoved = typeNamed(order.orderType, types) === undefined
  const holds = holdsOf(order)
  const from = type.orderStatuses.find((status) => status.name === order.status)
  const moves = type.orderStatuses.map((status) => {
    const policy = from === undefined || isMoveAllowed(from, status.name) ? [] : [`"${from.name}" does not allow this move.`]
    const removed = isTypeRemoved && !status.isCanceledStatus ? [removedTypeReason(order)] : []
    const reasons = [...holds, ...policy, ...removed]
    return { status: status.name, allowed: reasons.length === 0, reasons }
  })
  if (from !== undefined || order.status === null || order.status === DELETED) return moves
  const gone = `"${order.status}" is not a status of order type "${type.name}" any more.`
  return [
    ...moves,
    { status: order.status, allowed: false, reasons: [...holds, isTypeRemoved ? removedTypeReason(order) : gone] },
  ]
}

function holdsOf(order: Order): string[] {
  const holds: string[] = []
  if (order.status === DELETED) holds.push('The order is deleted.')
  if (order.isReadOnly) holds.push('The order is read-only.')
  if (order.status === QUEUED) holds.push('The order is queued.')
  return holds
}
