import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity } from '@open-oms/money/quantities'
import type { VersionConfig } from '../../../order/rules/context/order-context.ts'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { withDerivedStatuses } from '../../../order/rules/fulfilment/derived-statuses.ts'
import { isPickedShipment, pickableQuantity } from '../../../order/rules/fulfilment/pickable-goods.ts'
import { activeHolds } from '../../../order/rules/holds/holds.ts'
import { unsecuredAmount } from '../../../order/rules/payments/payment-status.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { SENT } from '../../../order/rules/shipments/shipment-status.ts'
import { orderName } from './document-context.ts'
import { isPicked, isToPick } from './document-goods.ts'

/** Why something of a shipment is not printed. */
export type LeftOutReason =
  | 'held'
  | 'sent'
  | 'delivered'
  | 'cancelled'
  | 'deleted'
  | 'nothingOpen'
  | 'unpaid'
  | 'notReserved'
  | 'alreadyPicked'

/** A shipment that is left out as a whole, or a quantity of one of its lines. */
export type LeftOut = {
  /** The name of the order, and of the shipment where the order has several. */
  shipment: string
  reason: LeftOutReason
  /** The reason codes of holds. */
  codes: readonly string[]
  /** Null: the whole shipment. */
  part: { line: OrderLine; quantity: number } | null
}

/** A shipment with its lines to pick, and whether any were excluded; without lines all were. */
export type OpenShipment = { order: Order; shipment: Shipment; lines: OrderLine[]; leftOut: LeftOut[] }

/**
 * The quantities of a shipment still to pick and pack: no part of a held or deleted order or of a
 * shipment on its way, and neither cancelled nor delivered units
 * (documents-and-notifications.md#documents-of-shipments).
 */
export function openShipment(order: Order, shipment: Shipment): OpenShipment {
  const name = shipmentName(order, shipment)
  const codes = [...new Set(activeHolds(order).map(({ reasonCode }) => reasonCode))]
  const whole = (reason: LeftOutReason) => leftOutWhole({ order, shipment }, reason, codes)
  if (order.status === DELETED) return whole('deleted')
  if (shipment.status === 'Cancelled') return whole('cancelled')
  if (SENT.has(shipment.status)) return whole('sent')
  const lines = shipment.lineItems.filter(isToPick)
  if (lines.length === 0) return whole(reasonOfNothing(shipment))
  if (codes.length > 0) return whole('held')
  return { order, shipment, lines, leftOut: shipment.lineItems.filter(isPicked).flatMap((line) => unprintedParts(line, name)) }
}

/**
 * The same for a shipment that must still be picked: only goods that are reserved, of an
 * order that may be shipped (inventory.md#pickable-goods).
 */
export function shipmentToPick(order: Order, shipment: Shipment, config: VersionConfig): OpenShipment {
  const open = openShipment(order, shipment)
  if (open.lines.length === 0) return open
  const { fulfilmentStatus } = withDerivedStatuses(order, config)
  if (fulfilmentStatus === 'Cancelled') return leftOutWhole(open, 'cancelled')
  if (isPickedShipment(order, shipment, config.orderTypes)) return leftOutWhole(open, 'alreadyPicked')
  if (unsecuredAmount(order, config.paymentMethods) > 0) return leftOutWhole(open, 'unpaid')
  const lines = open.lines.filter((line) => pickableQuantity(line) > 0)
  if (lines.length === 0) return leftOutWhole(open, 'notReserved')
  const name = shipmentName(order, shipment)
  const unreserved = open.lines.flatMap((line): LeftOut[] => {
    const quantity = restOfQuantity(openQuantity(line), pickableQuantity(line))
    return quantity > 0 ? [{ shipment: name, reason: 'notReserved', codes: [], part: { line, quantity } }] : []
  })
  return { ...open, lines, leftOut: [...open.leftOut, ...unreserved] }
}

function leftOutWhole(
  { order, shipment }: Pick<OpenShipment, 'order' | 'shipment'>,
  reason: LeftOutReason,
  codes: readonly string[] = [],
): OpenShipment {
  const leftOut = { shipment: shipmentName(order, shipment), reason, codes: reason === 'held' ? codes : [], part: null }
  return { order, shipment, lines: [], leftOut: [leftOut] }
}

/** The order, with the shipment where there are several. */
export function shipmentName(order: Order, { shipmentId }: Shipment): string {
  return order.orderForm.shipments.length > 1 ? `${orderName(order)} / ${shipmentId}` : orderName(order)
}

function reasonOfNothing({ lineItems }: Shipment): LeftOutReason {
  const picked = lineItems.filter(isPicked)
  if (picked.some(({ deliveredQuantity }) => deliveredQuantity > 0)) return 'delivered'
  return picked.some(({ canceledQuantity }) => canceledQuantity > 0) ? 'cancelled' : 'nothingOpen'
}

function unprintedParts(line: OrderLine, shipment: string): LeftOut[] {
  const quantities = [
    ['delivered', line.deliveredQuantity],
    ['cancelled', line.canceledQuantity],
  ] as const
  return quantities.flatMap(([reason, quantity]) =>
    quantity > 0 ? [{ shipment, reason, codes: [], part: { line, quantity } }] : [],
  )
}
