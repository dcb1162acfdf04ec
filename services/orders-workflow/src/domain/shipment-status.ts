import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { LIST_MAX } from '@oms/contracts/primitives'
import { openQuantity } from './shipment-lines.ts'

/** The status of an order of which some but not all is delivered (4-decisions F.5). */
const PARTIALLY_SHIPPED = 'PartiallyShipped'

/** Whether the shipment is cancelled: it takes no status of the order and holds nothing back (4-decisions F.5, F.9). */
export function isCanceledShipment({ status, orderStatus }: Shipment, type: OrderType): boolean {
  return (
    status === 'Cancelled' || type.orderStatuses.some(({ name, isCanceledStatus }) => isCanceledStatus && name === orderStatus)
  )
}

/** The shipment in another status, with an entry in its log (4-decisions F.8). */
export function withLoggedStatus(shipment: Shipment, status: string, now: string): Shipment {
  if (shipment.orderStatus === status) return shipment
  const previous = shipment.orderStatusLog.at(-1)
  const durationSincePreviousMs = previous === undefined ? null : Date.parse(now) - Date.parse(previous.timestamp)
  const orderStatusLog = [...shipment.orderStatusLog, { status, timestamp: now, durationSincePreviousMs }].slice(-LIST_MAX)
  return { ...shipment, prevStatus: shipment.orderStatus, orderStatus: status, orderStatusLog }
}

/** The shipment in a status, with its log and what the status says of the goods; its quantities stay (4-decisions F.2, F.8). */
export function inStatus(shipment: Shipment, { name, shipmentStatusUpdate }: OrderStatus, now: string): Shipment {
  const moved = withLoggedStatus(shipment, name, now)
  return shipmentStatusUpdate === null || moved.status === 'Cancelled' ? moved : { ...moved, status: shipmentStatusUpdate }
}

/** The shipment `Cancelled` when all its lines are, and not any more when they were and are not (4-decisions F.9). */
export function canceledWithLines(shipment: Shipment, before: Shipment | undefined): Shipment {
  if (isAllCanceled(shipment)) return shipment.status === 'Cancelled' ? shipment : { ...shipment, status: 'Cancelled' }
  return shipment.status === 'Cancelled' && before !== undefined && isAllCanceled(before)
    ? { ...shipment, status: null }
    : shipment
}

function isAllCanceled({ lineItems }: Shipment): boolean {
  return lineItems.length > 0 && lineItems.every((line) => line.canceledQuantity === line.quantity)
}

/** The status that the shipments give the order once one of them has entered a status (4-decisions F.5). */
export function statusFromShipments(order: Order, entered: OrderStatus, type: OrderType): string {
  const current = order.status as string
  if (!type.deriveOrderStatusFromShipments) return current
  if (entered.isDeliveredStatus) return statusInAll(order, entered, type)
  const active = order.orderForm.shipments.filter((shipment) => !isCanceledShipment(shipment, type))
  if (active.length === 0) return entered.name
  const name = active[0]?.orderStatus
  if (!active.every((shipment) => shipment.orderStatus === name)) return current
  const agreed = type.orderStatuses.find((status) => status.name === name)
  return agreed === undefined ? current : statusInAll(order, agreed, type)
}

/** The status of the order when a status is asked for: a delivered one only once nothing is open in any shipment (4-decisions F.5). */
export function statusInAll(order: Order, { name, isDeliveredStatus }: OrderStatus, type: OrderType): string {
  if (!isDeliveredStatus || order.orderForm.lineItems.every((line) => openQuantity(line) === 0)) return name
  const isKnown = type.orderStatuses.some((status) => status.name === PARTIALLY_SHIPPED)
  return isKnown ? PARTIALLY_SHIPPED : (order.status as string)
}

/**
 * The order in the delivered status of its shipments, now that nothing is open any more; else as it was (4-decisions F.5). The last open
 * quantity may go without a delivery, and then no step runs that could set the date.
 */
export function settledStatus(order: Order, type: OrderType, now: string): Order {
  const { lineItems, shipments } = order.orderForm
  if (order.status !== PARTIALLY_SHIPPED || !type.deriveOrderStatusFromShipments) return order
  if (lineItems.some((line) => openQuantity(line) > 0)) return order
  const active = shipments.filter((shipment) => !isCanceledShipment(shipment, type))
  const status = type.orderStatuses.find(({ name, isDeliveredStatus }) => isDeliveredStatus && name === active[0]?.orderStatus)
  if (status === undefined || !active.every((shipment) => shipment.orderStatus === status.name)) return order
  return { ...order, status: status.name, updateStatusDate: now, completed: order.completed ?? now }
}
