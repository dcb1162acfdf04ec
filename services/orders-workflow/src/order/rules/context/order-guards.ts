import { DomainError } from '@open-oms/contracts/errors'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'

/** The status of a soft-deleted order (orders.md#soft-deletion). */
export const DELETED = 'Deleted'
/**
 * While an order has this status, workflow calls are refused (workflow.md#refused-workflow-calls).
 */
export const QUEUED = 'Queued'

/** There is no such order, or none that the caller may see (security.md#store-scope). */
export function orderNotFound(orderId: string): DomainError {
  return new DomainError('NotFound', `There is no order with id "${orderId}".`)
}

/**
 * Refuses a write to a deleted order, read-only or not: `OrderIsDeleted` (orders.md#soft-deletion).
 */
export function assertNotDeleted(order: OrderDraft): void {
  if (order.status === DELETED) throw new DomainError('OrderIsDeleted', `Order "${order.id}" is deleted.`)
}

/**
 * Refuses a write to a read-only order, deleted or not: `OrderIsReadOnly`
 * (orders.md#read-only-orders).
 */
export function assertNotReadOnly(order: OrderDraft): void {
  if (order.isReadOnly) throw new DomainError('OrderIsReadOnly', `Order "${order.id}" is read-only.`)
}

/**
 * Refuses a write to a deleted or read-only order: `OrderIsDeleted`, `OrderIsReadOnly`
 * (orders.md#read-only-orders, orders.md#soft-deletion).
 */
export function assertWritable(order: OrderDraft): void {
  assertNotDeleted(order)
  assertNotReadOnly(order)
}

/**
 * As `assertWritable`, and refuses a workflow call while the order is queued: `OrderIsQueued`
 * (workflow.md#refused-workflow-calls).
 */
export function assertWorkflowAllowed(order: Order): void {
  assertWritable(order)
  if (order.status === QUEUED)
    throw new DomainError('OrderIsQueued', `Order "${order.id}" is queued; its status must be changed by an update first.`)
}
