import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity } from '@open-oms/money/quantities'
import { canceled, withShipment, withShipments } from '../../../order/rules/shipments/shipment-lines.ts'
import {
  canceledStatusOf,
  inStatus,
  SENT,
  statusAfterCancellation,
  statusFromShipments,
} from '../../../order/rules/shipments/shipment-status.ts'
import { type EnteredStatus, enterStatus } from '../../../order/rules/status/enter-status.ts'
import { requireStatus } from '../../../order/rules/status/transitions.ts'

export type CancellationTarget = {
  /** The cancelled status to enter; absent: that of the type. */
  status?: string | undefined
  type: OrderType
  now: string
}

export type CanceledOrder = {
  entered: EnteredStatus
  /** The lines of which something is cancelled now, in these quantities. */
  lines: readonly OrderLine[]
  /** Whether goods have left, so that not the whole order is cancelled. */
  isPartial: boolean
}

/**
 * The order without what has not left it (workflow.md#order-cancellation). Where nothing has left,
 * it enters the cancelled status; otherwise what is open is cancelled, and the status follows from
 * the shipments. Raises `ValidationFailed` for a status that cancels nothing,
 * `QuantityNotAvailable` where everything has left, `TransitionNotAllowed`.
 */
export function cancelOrder(order: Order, { status, type, now }: CancellationTarget): CanceledOrder {
  const target = canceledStatus(order, type, status)
  const whole = withShipment(order)
  const { lineItems, shipments } = whole.orderForm
  const isPartial = shipments.some(hasSent) || lineItems.some(({ deliveredQuantity }) => deliveredQuantity > 0)
  const entered = isPartial
    ? cancelRest(whole, target, { type, now })
    : enterStatus(order, { status: target.name, type, isStatusOnly: false, now })
  const lines = canceledNow(order, entered.order)
  if (isPartial && lines.length === 0 && lineItems.every(({ canceledQuantity }) => canceledQuantity === 0))
    throw new DomainError('QuantityNotAvailable', 'Everything of the order has left: take it back by a return.')
  return { entered, lines, isPartial }
}

function canceledStatus(order: Order, type: OrderType, asked: string | undefined): OrderStatus {
  const name = asked ?? canceledStatusOf(order, type)
  if (name === null) throw new DomainError('ValidationFailed', `Order type "${type.name}" has no cancelled status.`)
  const status = requireStatus(type, name, 'status')
  if (!status.isCanceledStatus) throw invalid('status', `"${name}" is not a cancelled status`)
  return status
}

function hasSent({ status, lineItems }: Shipment): boolean {
  return SENT.has(status) && lineItems.some((line) => line.quantity > line.canceledQuantity)
}

/** What has not left is cancelled; shipments that hold nothing else enter the cancelled status. */
function cancelRest(order: Order, target: OrderStatus, { type, now }: { type: OrderType; now: string }): EnteredStatus {
  const shipments = order.orderForm.shipments.map((shipment) => {
    if (hasSent(shipment)) return shipment
    const rest = canceled(shipment)
    return rest.status === 'Cancelled' ? inStatus(rest, target, now) : rest
  })
  const cut = statusAfterCancellation(withShipments(order, shipments), type, now)
  const name = cut.status === order.status ? statusFromShipments(cut, target, type) : cut.status
  const isDelivered = type.orderStatuses.some((status) => status.name === name && status.isDeliveredStatus)
  const moved = {
    ...cut,
    status: name,
    updateStatusDate: name === order.status ? order.updateStatusDate : now,
    completed: isDelivered ? (cut.completed ?? now) : cut.completed,
  }
  return { order: moved, entered: target, shipmentId: null, orderEntered: null }
}

function canceledNow(before: Order, after: Order): OrderLine[] {
  const known = new Map(before.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  return after.orderForm.lineItems.flatMap((line) => {
    const earlier = known.get(line.lineItemId) ?? line
    const quantity = restOfQuantity(line.canceledQuantity, earlier.canceledQuantity)
    return quantity > 0 ? [{ ...earlier, quantity, deliveredQuantity: 0, canceledQuantity: 0 }] : []
  })
}
