import type { Order } from '@open-oms/client/types'
import { isOpenToChanges } from '../order/offered-actions.ts'
import { openSources } from './units.ts'

/** Whether units of an order can still be delivered, moved or cancelled. */
export function hasOpenUnits(order: Order): boolean {
  return isOpenToChanges(order) && openSources(order).length > 0
}

/** Whether an order has shipments whose tracking and packages can be changed. */
export function hasShipments(order: Order): boolean {
  return isOpenToChanges(order) && order.orderForm.shipments.length > 0
}

/** Whether a comment can be added: a read-only order takes them too. */
export function isNotDeleted({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'Deleted'
}
