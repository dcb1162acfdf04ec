import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { withPackagesFollowing } from '../shipments/package-shipments.ts'
import { newShipmentLike, type ShipmentInfo, withShipmentInfo } from '../shipments/shipment-info.ts'
import { canceled, delivered, withShipment, withShipments } from '../shipments/shipment-lines.ts'
import { inStatus, isCanceledShipment, statusFromShipments, statusInAll, withLoggedStatus } from '../shipments/shipment-status.ts'
import { assertTransitionAllowed, requireStatus } from './transitions.ts'

export type EnterStatus = {
  status: string
  type: OrderType
  /** The shipment that the status is for, and what to set on it. */
  shipmentInfo?: ShipmentInfo | undefined
  /** True: quantities and the shipments' own status do not change (workflow.md#status-update). */
  isStatusOnly: boolean
  now: string
}

export type EnteredStatus = {
  order: Order
  /** The status that was entered, whose steps are to run. */
  entered: OrderStatus
  /** The one shipment that the steps see; null: all. */
  shipmentId: string | null
  /**
   * The status that the whole order reached by it; its steps follow (workflow.md#status-scope).
   * Null: none.
   */
  orderEntered: OrderStatus | null
  /**
   * The return form that entered the status, and the only one that the steps see; absent: it was
   * the order.
   */
  returnId?: string
}

/**
 * The order after it, or one of its shipments, has entered a status (workflow.md#status-update,
 * workflow.md#status-fields, workflow.md#transition-policy, workflow.md#status-scope,
 * shipments.md#shipment-status-log). Raises `ValidationFailed` for an unknown status and
 * `TransitionNotAllowed` for a forbidden move.
 */
export function enterStatus(order: Order, command: EnterStatus): EnteredStatus {
  const { shipmentInfo: info } = command
  if (info?.shipmentId) return enterForShipment(order, info.shipmentId, command)
  const entered = requireStatus(command.type, command.status, 'status')
  assertTransitionAllowed(command.type, order.status, command.status)
  if (info?.orderStatus !== undefined) return enterApart(order, entered, command)
  return { order: enterForOrder(order, entered, command), entered, shipmentId: null, orderEntered: null }
}

/**
 * The order as created, after it has entered its first status; shipments keep a status that they
 * were sent with (workflow.md#status-update).
 */
export function enterFirstStatus(order: Order, type: OrderType, now: string): EnteredStatus {
  const entered = requireStatus(type, order.status, 'status')
  const whole = needsShipment(entered) ? withShipment(order) : order
  const isSentWithStatus = (shipment: Shipment) => whole === order && shipment.orderStatus !== null
  const shipments = whole.orderForm.shipments.map((shipment) =>
    isSentWithStatus(shipment) ? shipment : entering(shipment, entered, { isStatusOnly: false, now }),
  )
  return { order: withShipments(whole, shipments), entered, shipmentId: null, orderEntered: null }
}

function enterForOrder(order: Order, entered: OrderStatus, command: EnterStatus): Order {
  const whole =
    command.shipmentInfo !== undefined || (needsShipment(entered) && !command.isStatusOnly) ? withShipment(order) : order
  const [first, ...others] = whole.orderForm.shipments
  const { shipmentInfo: info } = command
  const updated =
    first === undefined || info === undefined ? whole.orderForm.shipments : [withShipmentInfo(first, info), ...others]
  const shipments = updated.map((shipment) => {
    if (!isCanceledShipment(shipment, command.type)) return entering(shipment, entered, command)
    // Only its status may have been written before, or part of its lines cancelled: now the whole
    // order is over.
    return entered.isCanceledStatus && !command.isStatusOnly ? canceled(shipment) : shipment
  })
  const moved = withShipments(whole, shipments)
  const status = command.isStatusOnly ? entered.name : statusInAll(moved, entered, command.type)
  return withOrderStatus(moved, status, command.now)
}

/**
 * The order and its shipments enter a status, but the first shipment, which the request means
 * without naming it, enters one of its own (workflow.md#status-scope). Its steps come first.
 */
function enterApart(order: Order, entered: OrderStatus, command: EnterStatus): EnteredStatus {
  const { type, shipmentInfo: info = {} } = command
  const own = requireStatus(type, info.orderStatus, 'shipmentInfo.orderStatus')
  const whole = withShipment(order)
  const [first, ...others] = whole.orderForm.shipments
  if (first === undefined) return { order: enterForOrder(order, entered, command), entered, shipmentId: null, orderEntered: null }
  assertTransitionAllowed(type, first.orderStatus ?? order.status, own.name)
  const shipments = [
    entering(withShipmentInfo(first, info), own, command),
    ...others.map((shipment) => (isCanceledShipment(shipment, type) ? shipment : entering(shipment, entered, command))),
  ]
  const moved = withShipments(whole, shipments)
  const status = command.isStatusOnly ? entered.name : statusInAll(moved, entered, type)
  return {
    order: withOrderStatus(moved, status, command.now),
    entered: own,
    shipmentId: first.shipmentId,
    orderEntered: command.isStatusOnly ? null : entered,
  }
}

function enterForShipment(order: Order, shipmentId: string, command: EnterStatus): EnteredStatus {
  const { type, shipmentInfo: info = {} } = command
  const entered = requireStatus(
    type,
    info.orderStatus ?? command.status,
    info.orderStatus === undefined ? 'status' : 'shipmentInfo.orderStatus',
  )
  const whole = withShipment(order)
  const { shipments } = whole.orderForm
  const target = shipments.find((shipment) => shipment.shipmentId === shipmentId) ?? newShipmentLike(shipments[0], shipmentId)
  assertTransitionAllowed(type, target.orderStatus ?? order.status, entered.name)
  const changed = entering(withShipmentInfo(target, info), entered, command)
  const all = shipments.includes(target)
    ? shipments.map((shipment) => (shipment === target ? changed : shipment))
    : [...shipments, changed]
  if (all.length > LIST_MAX) throw invalid('shipmentInfo.shipmentId', `would give the order more than ${LIST_MAX} shipments`)
  const withGoods = withShipments(whole, all)
  const moved = command.isStatusOnly ? withGoods : withPackagesFollowing(withGoods, { entered, now: command.now })
  const status = info.orderStatus === undefined ? statusFromShipments(moved, entered, type) : askedStatus(order, command)
  const isMoved = status !== order.status && !command.isStatusOnly
  return {
    order: withOrderStatus(moved, status, command.now),
    entered,
    shipmentId,
    orderEntered: isMoved ? requireStatus(type, status, 'status') : null,
  }
}

/**
 * The shipment has a status of its own in the request, so `status` is meant for the order
 * (workflow.md#status-scope).
 */
function askedStatus(order: Order, { type, status }: EnterStatus): string {
  requireStatus(type, status, 'status')
  assertTransitionAllowed(type, order.status, status)
  return status
}

function needsShipment(status: OrderStatus): boolean {
  return status.isDeliveredStatus || status.isCanceledStatus
}

function entering(
  shipment: Shipment,
  status: OrderStatus,
  { isStatusOnly, now }: Pick<EnterStatus, 'isStatusOnly' | 'now'>,
): Shipment {
  if (isStatusOnly) return withLoggedStatus(shipment, status.name, now)
  const updated = inStatus(shipment, status, now)
  if (status.isDeliveredStatus) return delivered(updated, now)
  return status.isCanceledStatus ? canceled(updated) : updated
}

function withOrderStatus(order: Order, status: string, now: string): Order {
  return order.status === status ? order : { ...order, status, updateStatusDate: now }
}
