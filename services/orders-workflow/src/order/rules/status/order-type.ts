import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, invalid, invariant } from '@open-oms/contracts/errors'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'

/**
 * The type of an order; `ValidationFailed` when it is configured no longer
 * (workflow.md#status-fields).
 */
export function requireOrderType({ orderType }: Pick<OrderDraft, 'orderType'>, types: readonly OrderType[]): OrderType {
  const type = typeNamed(orderType, types)
  if (type === undefined) throw new DomainError('ValidationFailed', `Order type "${orderType}" is not configured.`)
  return type
}

/**
 * The type that an order is handled by: its own, or for an order whose type was removed from the
 * configuration the default type, whose policies of moves do not apply: the status that the order
 * has is not one of that type.
 */
export function effectiveOrderType({ orderType }: Pick<OrderDraft, 'orderType'>, types: readonly OrderType[]): OrderType {
  return typeNamed(orderType, types) ?? withoutPolicies(requireDefaultType(types))
}

export type EntryTarget = {
  /** The statuses that the order and its shipment are to enter. */
  statuses: readonly string[]
  /** The type to use for an order of a removed type. */
  orderType?: string | undefined
}

/**
 * The type by whose statuses and steps an order enters a status: its own. An order whose type was
 * removed can be cancelled by the default type, and enters any other status by the type that the
 * request names, so that no one ships or charges by a workflow that was not chosen. Raises
 * `ValidationFailed`.
 */
export function typeToEnterBy(order: Order, { statuses, orderType }: EntryTarget, types: readonly OrderType[]): OrderType {
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
  const standIn = effectiveOrderType(order, types)
  const canceled = standIn.orderStatuses.flatMap(({ name, isCanceledStatus }) => (isCanceledStatus ? [name] : []))
  if (statuses.every((status) => canceled.includes(status))) return standIn
  const ways = canceled.length === 0 ? '' : ` It can be cancelled (${canceled.join(', ')}).`
  throw new DomainError('ValidationFailed', `${removedTypeReason(order)}${ways}`)
}

/** Why an order of a removed type cannot enter a status, and the way out. */
export function removedTypeReason({ orderType }: Pick<Order, 'orderType'>): string {
  return `Order type "${orderType}" is not configured any more; UpdateStatus with "orderType" moves the order to another type.`
}

/** The configured type of this name. */
export function typeNamed(name: string | null, types: readonly OrderType[]): OrderType | undefined {
  return types.find((candidate) => candidate.name === name)
}

/** Whether a status is a delivered or a cancelled one of its type. */
export function isFinalStatus(name: string | null, { orderStatuses }: Pick<OrderType, 'orderStatuses'>): boolean {
  return orderStatuses.some((status) => status.name === name && (status.isDeliveredStatus || status.isCanceledStatus))
}

function requireDefaultType(types: readonly OrderType[]): OrderType {
  const type = types.find(({ defaultOrderType }) => defaultOrderType)
  invariant(type !== undefined, 'the configuration has a default order type')
  return type
}

function withoutPolicies(type: OrderType): OrderType {
  const orderStatuses = type.orderStatuses.map((status) => ({ ...status, enforceAvailableStepsPolicy: false }))
  return { ...type, orderStatuses }
}
