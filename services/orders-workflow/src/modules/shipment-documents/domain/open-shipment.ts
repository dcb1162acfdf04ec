import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { DELETED } from '../../../order/document/order-guards.ts'
import { activeHoldsOf } from '../../../order/holds/holds.ts'
import { SENT } from '../../../order/shipments/shipment-status.ts'
import { orderName } from '../../documents/domain/document-context.ts'
import { isPicked, isToPick } from '../../documents/domain/document-goods.ts'

/** Why something of a shipment is not printed. */
export type LeftOutReason = 'held' | 'sent' | 'delivered' | 'cancelled' | 'deleted' | 'nothingOpen'

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

/** A shipment with what is to be picked of it, and what is left out; without lines all of it is. */
export type OpenShipment = { order: Order; shipment: Shipment; lines: OrderLine[]; leftOut: LeftOut[] }

/**
 * What of a shipment is still to be picked and packed: no part of a held or deleted order or of a
 * shipment on its way, and neither cancelled nor delivered units
 * (documents-and-notifications.md#documents-of-shipments).
 */
export function openShipment(order: Order, shipment: Shipment): OpenShipment {
  const name = shipmentName(order, shipment)
  const codes = [...new Set(activeHoldsOf(order).map(({ reasonCode }) => reasonCode))]
  const whole = (reason: LeftOutReason): OpenShipment => {
    const leftOut = { shipment: name, reason, codes: reason === 'held' ? codes : [], part: null }
    return { order, shipment, lines: [], leftOut: [leftOut] }
  }
  if (order.status === DELETED) return whole('deleted')
  if (shipment.status === 'Cancelled') return whole('cancelled')
  if (SENT.has(shipment.status)) return whole('sent')
  const lines = shipment.lineItems.filter(isToPick)
  if (lines.length === 0) return whole(reasonOfNothing(shipment))
  if (codes.length > 0) return whole('held')
  return { order, shipment, lines, leftOut: shipment.lineItems.filter(isPicked).flatMap((line) => partsOf(line, name)) }
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

function partsOf(line: OrderLine, shipment: string): LeftOut[] {
  const quantities = [
    ['delivered', line.deliveredQuantity],
    ['cancelled', line.canceledQuantity],
  ] as const
  return quantities.flatMap(([reason, quantity]) =>
    quantity > 0 ? [{ shipment, reason, codes: [], part: { line, quantity } }] : [],
  )
}
