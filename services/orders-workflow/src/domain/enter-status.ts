import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import { invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { LIST_MAX } from '@oms/contracts/primitives'
import { newShipmentLike, type ShipmentInfo, withShipmentInfo } from './shipment-info.ts'
import { canceled, delivered, openQuantity, withShipment, withShipments } from './shipment-lines.ts'
import { assertMoveAllowed, statusOf } from './transitions.ts'

/** The status of an order of which some but not all is delivered (4-decisions F.5). */
const PARTIALLY_SHIPPED = 'PartiallyShipped'

export type EnterStatus = {
  status: string
  type: OrderType
  /** The shipment that the status is for, and what to set on it. */
  shipmentInfo?: ShipmentInfo | undefined
  /** True: quantities and the shipments' own status stay as they are (4-decisions F.6). */
  isStatusOnly: boolean
  now: string
}

export type EnteredStatus = {
  order: Order
  /** The status that was entered, whose steps are to run. */
  entered: OrderStatus
  /** The one shipment that the steps see; null: all. */
  shipmentId: string | null
}

/**
 * The order after it, or one of its shipments, has entered a status (document 3, rules 3 and 4; 4-decisions C.1, C.2, F.2, F.5, F.8).
 * Raises `ValidationFailed` for an unknown status and `TransitionNotAllowed` for a forbidden move.
 */
export function enterStatus(order: Order, command: EnterStatus): EnteredStatus {
  const { shipmentInfo: info } = command
  if (info?.shipmentId) return enterForShipment(order, info.shipmentId, command)
  const entered = statusOf(command.type, command.status, 'status')
  assertMoveAllowed(command.type, order.status, command.status)
  return { order: enterForOrder(order, entered, command), entered, shipmentId: null }
}

/** The order as created, after it has entered its first status; shipments keep a status that they were sent with (4-decisions F.2). */
export function enterFirstStatus(order: Order, type: OrderType, now: string): EnteredStatus {
  const entered = statusOf(type, order.status as string, 'status')
  const whole = needsShipment(entered) ? withShipment(order) : order
  const shipments = whole.orderForm.shipments.map((shipment) =>
    shipment.orderStatus === null ? entering(shipment, entered, { isStatusOnly: false, now }) : shipment,
  )
  return { order: withShipments(whole, shipments), entered, shipmentId: null }
}

function enterForOrder(order: Order, entered: OrderStatus, command: EnterStatus): Order {
  const whole =
    command.shipmentInfo !== undefined || (needsShipment(entered) && !command.isStatusOnly) ? withShipment(order) : order
  const [first, ...others] = whole.orderForm.shipments
  const { shipmentInfo: info } = command
  const told = first === undefined || info === undefined ? whole.orderForm.shipments : [withShipmentInfo(first, info), ...others]
  const shipments = told.map((shipment) => (isCanceled(shipment, command.type) ? shipment : entering(shipment, entered, command)))
  return withOrderStatus(withShipments(whole, shipments), entered.name, command.now)
}

function enterForShipment(order: Order, shipmentId: string, command: EnterStatus): EnteredStatus {
  const { type, shipmentInfo: info = {} } = command
  const entered = statusOf(
    type,
    info.orderStatus ?? command.status,
    info.orderStatus === undefined ? 'status' : 'shipmentInfo.orderStatus',
  )
  const whole = withShipment(order)
  const { shipments } = whole.orderForm
  const target = shipments.find((shipment) => shipment.shipmentId === shipmentId) ?? newShipmentLike(shipments[0], shipmentId)
  assertMoveAllowed(type, target.orderStatus ?? order.status, entered.name)
  const changed = entering(withShipmentInfo(target, info), entered, command)
  const all = shipments.includes(target)
    ? shipments.map((shipment) => (shipment === target ? changed : shipment))
    : [...shipments, changed]
  if (all.length > LIST_MAX) throw invalid('shipmentInfo.shipmentId', `would give the order more than ${LIST_MAX} shipments`)
  const moved = withShipments(whole, all)
  const status = info.orderStatus === undefined ? derivedStatus(moved, entered, type) : askedStatus(order, command)
  return { order: withOrderStatus(moved, status, command.now), entered, shipmentId }
}

/** The shipment has a status of its own in the request, so `status` is meant for the order (document 3, UpdateShipmentInfo). */
function askedStatus(order: Order, { type, status }: EnterStatus): string {
  statusOf(type, status, 'status')
  assertMoveAllowed(type, order.status, status)
  return status
}

/** The status that the shipments give the order once one of them has entered a status (4-decisions F.5). */
function derivedStatus(order: Order, entered: OrderStatus, type: OrderType): string {
  const current = order.status as string
  if (!type.deriveOrderStatusFromShipments) return current
  const { shipments } = order.orderForm
  const isOpen = shipments.some((shipment) => shipment.lineItems.some((line) => openQuantity(line) > 0))
  if (entered.isDeliveredStatus && isOpen)
    return type.orderStatuses.some((status) => status.name === PARTIALLY_SHIPPED) ? PARTIALLY_SHIPPED : current
  const active = shipments.filter((shipment) => !isCanceled(shipment, type))
  if (active.length === 0) return entered.name
  return active.every((shipment) => shipment.orderStatus === active[0]?.orderStatus)
    ? (active[0]?.orderStatus ?? current)
    : current
}

function needsShipment(status: OrderStatus): boolean {
  return status.isDeliveredStatus || status.isCanceledStatus
}

function isCanceled(shipment: Shipment, type: OrderType): boolean {
  const status = type.orderStatuses.find((candidate) => candidate.name === shipment.orderStatus)
  return shipment.status === 'Cancelled' || status?.isCanceledStatus === true
}

function entering(
  shipment: Shipment,
  status: OrderStatus,
  { isStatusOnly, now }: Pick<EnterStatus, 'isStatusOnly' | 'now'>,
): Shipment {
  const moved = withLoggedStatus(shipment, status.name, now)
  if (isStatusOnly) return moved
  const updated = withGoodsStatus(moved, status)
  if (status.isDeliveredStatus) return delivered(updated, now)
  return status.isCanceledStatus ? canceled(updated) : updated
}

/** Goods that are cancelled stay so: there is nothing to release or to ship. */
function withGoodsStatus(shipment: Shipment, { shipmentStatusUpdate }: OrderStatus): Shipment {
  if (shipmentStatusUpdate === null || shipment.status === 'Cancelled') return shipment
  return { ...shipment, status: shipmentStatusUpdate }
}

function withLoggedStatus(shipment: Shipment, status: string, now: string): Shipment {
  if (shipment.orderStatus === status) return shipment
  const previous = shipment.orderStatusLog.at(-1)
  const durationSincePreviousMs = previous === undefined ? null : Date.parse(now) - Date.parse(previous.timestamp)
  const orderStatusLog = [...shipment.orderStatusLog, { status, timestamp: now, durationSincePreviousMs }].slice(-LIST_MAX)
  return { ...shipment, prevStatus: shipment.orderStatus, orderStatus: status, orderStatusLog }
}

function withOrderStatus(order: Order, status: string, now: string): Order {
  return order.status === status ? order : { ...order, status, updateStatusDate: now }
}
