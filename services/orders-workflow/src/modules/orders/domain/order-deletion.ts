import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { assertNotReadOnly, DELETED } from '../../../order/rules/context/order-guards.ts'
import { withLoggedStatus } from '../../../order/rules/shipments/shipment-status.ts'
import { requireOrderType } from '../../../order/rules/status/order-type.ts'

/**
 * Marks the order as deleted (orders.md#soft-deletion); unchanged if it already is. `now` is ISO
 * 8601 UTC. Raises `OrderIsReadOnly`.
 */
export function deletedOrder(order: Order, now: string): Order {
  if (order.status === DELETED) return order
  assertNotReadOnly(order)
  return { ...order, status: DELETED, updateStatusDate: now }
}

export type RestoreOptions = {
  /**
   * The status before the deletion; null when it was created as deleted: then it gets the first
   * status of its type.
   */
  statusBefore: string | null
  types: readonly OrderType[]
  now: string
}

/**
 * The order with the status that it had before it was deleted, and each shipment deleted with it
 * in its own earlier status (orders.md#soft-deletion). Raises `OrderIsNotDeleted`,
 * `OrderIsReadOnly`, and `ValidationFailed` when it needs a status of a type that is no longer
 * configured.
 */
export function restoredOrder(order: Order, { statusBefore, types, now }: RestoreOptions): Order {
  if (order.status !== DELETED) throw new DomainError('OrderIsNotDeleted', `Order "${order.id}" is not deleted.`)
  assertNotReadOnly(order)
  const status = statusBefore ?? firstStatus(requireOrderType(order, types))
  const shipments = order.orderForm.shipments.map((shipment) =>
    isDeletedWith(shipment, order, statusBefore) ? withLoggedStatus(shipment, shipment.prevStatus ?? status, now) : shipment,
  )
  return { ...order, status, updateStatusDate: now, orderForm: { ...order.orderForm, shipments } }
}

/**
 * A status moves the shipments at its own time (workflow.md#order-status-from-shipments); a
 * shipment that was deleted separately before stays so.
 */
function isDeletedWith({ orderStatus, orderStatusLog }: Shipment, order: Order, statusBefore: string | null): boolean {
  if (orderStatus !== DELETED) return false
  return statusBefore === null || orderStatusLog.at(-1)?.timestamp === order.updateStatusDate
}

function firstStatus({ orderStatuses }: OrderType): string {
  const [first] = orderStatuses.filter(({ name }) => name !== DELETED).sort((a, b) => a.order - b.order)
  invariant(first !== undefined, 'an order type has more statuses than Deleted')
  return first.name
}
