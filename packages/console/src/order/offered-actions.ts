import type { Order } from '@open-oms/client/types'
import { openHolds } from '../holds/open-holds.ts'
import { pendingRefunds, type Reason } from './payments/pending-refunds.ts'

type Line = Order['orderForm']['lineItems'][number]

/** Whether the API takes writes of an order at all. */
export function isOpenToChanges({ isReadOnly, status }: Pick<Order, 'isReadOnly' | 'status'>): boolean {
  return !isReadOnly && status !== 'Deleted'
}

/** Whether units of an order are delivered that can come back. */
export function hasReturnableUnits(order: Order): boolean {
  const { lineItems } = order.orderForm
  return isOpenToChanges(order) && lineItems.some(({ deliveredQuantity, returnQuantity }) => deliveredQuantity > returnQuantity)
}

/** Whole units that can be sent again: ordered, not cancelled and not replaced yet. */
export function replaceableUnits({ quantity, canceledQuantity, replacedQuantity }: Line): number {
  return Math.max(0, Math.floor(quantity - canceledQuantity - (replacedQuantity ?? 0)))
}

/** Whether goods of an order have left that can be sent once more. */
export function hasReplaceableUnits(order: Order): boolean {
  const haveLeft = order.fulfilmentStatus !== 'Unfulfilled' && order.fulfilmentStatus !== 'Cancelled'
  return isOpenToChanges(order) && haveLeft && order.orderForm.lineItems.some((line) => replaceableUnits(line) > 0)
}

/**
 * Whether the API names a return of an order whose money is not paid back. A cancelled return it
 * does not name.
 */
export function hasReturnToRefund(order: Order, reasons: readonly Reason[]): boolean {
  return isOpenToChanges(order) && pendingRefunds(order, reasons).length > 0
}

/** Whether something holds an order. */
export function isHeld(order: Order): boolean {
  return isOpenToChanges(order) && openHolds(order).length > 0
}

/**
 * Whether a step of an order has failed and nobody has put that right, or it is tried again later.
 */
export function hasFailedStep(order: Order): boolean {
  const isOpen = ({ stepId, status }: Order['errors'][number]) => stepId !== null && status !== 'Solved' && status !== 'Deleted'
  return isOpenToChanges(order) && order.errors.some(isOpen)
}
