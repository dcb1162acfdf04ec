import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { toUnits } from '@open-oms/money/quantities'
import { DELETED } from '../context/order-guards.ts'
import { openQuantity } from '../shipments/shipment-lines.ts'
import { SENT } from '../shipments/shipment-status.ts'
import { typeNamed } from '../status/order-type.ts'

/**
 * Whether a status means that goods leave: a delivered one, or one that releases or ships
 * (holds.md#leaving-goods).
 */
export function isLeavingStatus({ isDeliveredStatus, shipmentStatusUpdate }: OrderStatus): boolean {
  return isDeliveredStatus || SENT.has(shipmentStatusUpdate)
}

/**
 * Whether a change makes goods of an order leave (holds.md#leaving-goods): more units are delivered
 * or on their way than before, or the order or a shipment with units that have not left enters a
 * status that means so.
 */
export function goodsLeave(before: Order, after: Order, types: readonly OrderType[]): boolean {
  return haveMoreLeft(before, after) || entersLeavingStatus(before, after, types)
}

/** Whether more units of some line have left the order than before, whatever the shipment. */
function haveMoreLeft(before: Order, after: Order): boolean {
  if (before.orderForm === after.orderForm) return false
  const known = unitsLeft(before)
  return [...unitsLeft(after)].some(([lineItemId, units]) => units > (known.get(lineItemId) ?? 0))
}

/** The units of each line that are delivered or on their way, in thousandths. */
function unitsLeft({ orderForm: { lineItems, shipments } }: Order): Map<string | null, number> {
  const left = new Map<string | null, number>()
  const add = ({ lineItemId }: OrderLine, units: number) => left.set(lineItemId, (left.get(lineItemId) ?? 0) + units)
  if (shipments.length === 0) for (const line of lineItems) add(line, toUnits(line.deliveredQuantity))
  for (const shipment of shipments) for (const copy of shipment.lineItems) add(copy, shippedUnits(copy, shipment))
  return left
}

function shippedUnits({ quantity, canceledQuantity, deliveredQuantity }: OrderLine, { status }: Shipment): number {
  const delivered = toUnits(deliveredQuantity)
  return SENT.has(status) ? Math.max(delivered, toUnits(quantity) - toUnits(canceledQuantity)) : delivered
}

function entersLeavingStatus(before: Order, after: Order, types: readonly OrderType[]): boolean {
  // A restored order has the statuses that it had.
  if (before.status === DELETED) return false
  const statuses = typeNamed(after.orderType, types)?.orderStatuses.filter(isLeavingStatus) ?? []
  const leaving = new Set<string | null>(statuses.map(({ name }) => name))
  if (before.status !== after.status && leaving.has(after.status) && hasUnsent(after)) return true
  const known = new Map(before.orderForm.shipments.map(({ shipmentId, orderStatus }) => [shipmentId, orderStatus]))
  const earlier = new Set([before.status, ...known.values()])
  return after.orderForm.shipments.some(({ shipmentId, orderStatus, ...shipment }) => {
    const hadIt = known.has(shipmentId) ? known.get(shipmentId) === orderStatus : earlier.has(orderStatus)
    return leaving.has(orderStatus) && !hadIt && isUnsent(shipment)
  })
}

function hasUnsent({ orderForm: { lineItems, shipments } }: Order): boolean {
  return shipments.length === 0 ? lineItems.some((line) => openQuantity(line) > 0) : shipments.some(isUnsent)
}

function isUnsent({ status, lineItems }: Pick<Shipment, 'status' | 'lineItems'>): boolean {
  return !SENT.has(status) && lineItems.some((line) => openQuantity(line) > 0)
}
