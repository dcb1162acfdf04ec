import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { DELETED, QUEUED } from '../context/order-guards.ts'
import { isCanceledWhole } from '../lines/canceled-lines.ts'
import { openQuantity } from './shipment-lines.ts'

/** The status of a partly delivered order (workflow.md#order-status-from-shipments). */
const PARTIALLY_SHIPPED = 'PartiallyShipped'
/** The usual status of a cancelled order, and that of the goods of a cancelled shipment. */
const CANCELED = 'Cancelled'

/** The statuses of shipments whose goods are on their way (inventory.md#withdrawals). */
export const SENT: ReadonlySet<string | null> = new Set(['Released', 'Shipped'])

/**
 * Whether the shipment is cancelled: it takes no status of the order and holds nothing back
 * (workflow.md#order-status-from-shipments, lines.md#emptied-shipments).
 */
export function isCanceledShipment({ status, orderStatus }: Shipment, type: OrderType): boolean {
  return (
    status === 'Cancelled' || type.orderStatuses.some(({ name, isCanceledStatus }) => isCanceledStatus && name === orderStatus)
  )
}

/** The shipment in another status, with an entry in its log (shipments.md#shipment-status-log). */
export function withLoggedStatus(shipment: Shipment, status: string, now: string): Shipment {
  if (shipment.orderStatus === status) return shipment
  const previous = shipment.orderStatusLog.at(-1)
  const durationSincePreviousMs = previous === undefined ? null : Date.parse(now) - Date.parse(previous.timestamp)
  const orderStatusLog = [...shipment.orderStatusLog, { status, timestamp: now, durationSincePreviousMs }].slice(-LIST_MAX)
  return { ...shipment, prevStatus: shipment.orderStatus, orderStatus: status, orderStatusLog }
}

/**
 * The shipment in a status, with its log and the shipment status that the status sets. Quantities
 * do not change (workflow.md#status-update, shipments.md#shipment-status-log).
 */
export function inStatus(shipment: Shipment, { name, shipmentStatusUpdate }: OrderStatus, now: string): Shipment {
  const moved = withLoggedStatus(shipment, name, now)
  return shipmentStatusUpdate === null || moved.status === 'Cancelled' ? moved : { ...moved, status: shipmentStatusUpdate }
}

/**
 * The shipment with status `Cancelled` when all its lines are cancelled, and without it when they
 * no longer are (lines.md#emptied-shipments).
 */
export function canceledWithLines(shipment: Shipment, before: Shipment | undefined): Shipment {
  if (isCanceledWhole(shipment.lineItems))
    return shipment.status === 'Cancelled' ? shipment : { ...shipment, status: 'Cancelled' }
  return shipment.status === 'Cancelled' && before !== undefined && isCanceledWhole(before.lineItems)
    ? { ...shipment, status: null }
    : shipment
}

/**
 * The status that the shipments give the order once one of them has entered a status
 * (workflow.md#order-status-from-shipments).
 */
export function statusFromShipments(order: Order, entered: OrderStatus, type: OrderType): string {
  const current = order.status
  if (!type.deriveOrderStatusFromShipments) return current
  const canceled = findCanceledStatus(order, entered, type)
  if (canceled !== null) return canceled
  if (entered.isDeliveredStatus) return statusInAll(order, entered, type)
  const active = order.orderForm.shipments.filter((shipment) => !isCanceledShipment(shipment, type))
  if (active.length === 0) return entered.name
  const name = active[0]?.orderStatus
  if (!active.every((shipment) => shipment.orderStatus === name)) return current
  const agreed = type.orderStatuses.find((status) => status.name === name)
  return agreed === undefined ? current : statusInAll(order, agreed, type)
}

/**
 * The cancelled status of an order all of whose goods are in cancelled shipments: the one that was
 * entered, else the one it has already, else the type's own for cancelled orders
 * (workflow.md#order-status-from-shipments). Shipments without lines, which stay for their
 * tracking, do not count. Null: some shipment is not cancelled, or the type has no cancelled
 * status.
 */
function findCanceledStatus(order: Order, entered: OrderStatus | null, type: OrderType): string | null {
  if (!isAllCanceledIn(order, type)) return null
  return entered?.isCanceledStatus ? entered.name : canceledStatusOf(order, type)
}

/**
 * The status of a cancelled order: the one it has, else `Cancelled`, else the first cancelled one
 * of its type. Null: the type has none.
 */
export function canceledStatusOf(order: Pick<Order, 'status'>, type: OrderType): string | null {
  const statuses = type.orderStatuses.filter(({ isCanceledStatus }) => isCanceledStatus).toSorted((a, b) => a.order - b.order)
  const own = statuses.find(({ name }) => name === order.status) ?? statuses.find(({ name }) => name === CANCELED) ?? statuses[0]
  return own?.name ?? null
}

function isAllCanceledIn({ orderForm: { lineItems, shipments } }: Order, type: OrderType): boolean {
  if (shipments.length === 0) return isCanceledWhole(lineItems)
  const holders = shipments.filter((shipment) => shipment.lineItems.length > 0)
  return holders.length > 0 && holders.every((shipment) => isCanceledShipment(shipment, type))
}

/**
 * The status of the order when a status is asked for: a delivered one only once nothing is open in
 * any shipment (workflow.md#order-status-from-shipments).
 */
export function statusInAll(order: Order, { name, isDeliveredStatus }: OrderStatus, type: OrderType): string {
  if (!isDeliveredStatus || order.orderForm.lineItems.every((line) => openQuantity(line) === 0)) return name
  const isKnown = type.orderStatuses.some((status) => status.name === PARTIALLY_SHIPPED)
  return isKnown ? PARTIALLY_SHIPPED : order.status
}

/**
 * The order after some of its lines were cancelled without a workflow: in a cancelled status when
 * all its shipments are cancelled now, in the delivered status of its shipments when nothing is
 * open, otherwise unchanged (workflow.md#order-status-from-shipments). No step runs; the date of
 * completion is set here. An order that is queued keeps its status (workflow.md#status-update).
 */
export function statusAfterCancellation(order: Order, type: OrderType, now: string): Order {
  const { lineItems, shipments } = order.orderForm
  if (!type.deriveOrderStatusFromShipments || order.status === QUEUED || order.status === DELETED) return order
  if (lineItems.some((line) => openQuantity(line) > 0)) return order
  const canceled = findCanceledStatus(order, null, type)
  if (canceled !== null) return canceled === order.status ? order : { ...order, status: canceled, updateStatusDate: now }
  if (order.status !== PARTIALLY_SHIPPED) return order
  const active = shipments.filter((shipment) => !isCanceledShipment(shipment, type))
  const status = type.orderStatuses.find(({ name, isDeliveredStatus }) => isDeliveredStatus && name === active[0]?.orderStatus)
  if (status === undefined || !active.every((shipment) => shipment.orderStatus === status.name)) return order
  return { ...order, status: status.name, updateStatusDate: now, completed: order.completed ?? now }
}
