import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { withPackagesFollowing } from '../../../order/rules/shipments/package-shipments.ts'
import type { ShipmentInfo } from '../../../order/rules/shipments/shipment-info.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { inStatus, statusFromShipments, statusInAll } from '../../../order/rules/shipments/shipment-status.ts'
import type { EnteredStatus } from '../../../order/rules/status/enter-status.ts'
import { assertTransitionAllowed, requireStatus } from '../../../order/rules/status/transitions.ts'

export type TargetedStatusEntry = {
  shipmentId: string
  /** The targeted shipment before the request. */
  before: Shipment
  status: string
  info: ShipmentInfo
  type: OrderType
  now: string
}

/**
 * The order after the targeted shipment has entered the status of the request, or one of its own,
 * which deliver and cancel nothing automatically here (workflow.md#status-of-a-line-update). A
 * cancelled status is not entered while something is open: its steps run for what was cancelled.
 * A shipment left without lines is removed, and no steps run for it. Raises
 * `ValidationFailed` and `TransitionNotAllowed`.
 */
export function enterTargeted(order: Order, command: TargetedStatusEntry): EnteredStatus {
  const { shipmentId, before, status, info, type, now } = command
  const { orderStatus: own } = info
  const entered = requireStatus(type, own ?? status, own === undefined ? 'status' : 'shipmentInfo.orderStatus')
  assertTransitionAllowed(type, before.orderStatus ?? order.status, entered.name)
  const asked = own === undefined ? null : requireStatus(type, status, 'status')
  if (asked !== null) assertTransitionAllowed(type, order.status, asked.name)
  const form = order.orderForm
  const target = form.shipments.find((shipment) => shipment.shipmentId === shipmentId)
  const isThere = target !== undefined
  const isLeftOpen = entered.isCanceledStatus && isThere && target.lineItems.some((line) => openQuantity(line) > 0)
  const shipments = form.shipments.map((shipment) =>
    shipment === target && !isLeftOpen ? inStatus(shipment, entered, now) : shipment,
  )
  const moved = withPackagesFollowing({ ...order, orderForm: { ...form, shipments } }, { entered, now })
  const reached =
    asked !== null
      ? statusAsked(moved, asked, type)
      : isThere && !isLeftOpen
        ? statusFromShipments(moved, entered, type)
        : order.status
  const withSteps = isThere ? entered : { ...entered, workflowSteps: [] }
  if (reached === order.status) return { order: moved, entered: withSteps, shipmentId, orderEntered: null }
  const whole = { ...moved, status: reached, updateStatusDate: now }
  return { order: whole, entered: withSteps, shipmentId, orderEntered: requireStatus(type, reached, 'status') }
}

function statusAsked(order: Order, asked: OrderStatus, type: OrderType): string {
  const isOpen = order.orderForm.lineItems.some((line) => openQuantity(line) > 0)
  return asked.isCanceledStatus && isOpen ? order.status : statusInAll(order, asked, type)
}
