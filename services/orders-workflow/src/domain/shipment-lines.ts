import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from './quantities.ts'
import { newShipmentLike } from './shipment-info.ts'

/** What of a line is neither delivered nor cancelled. */
export function openQuantity(line: OrderLine): number {
  return restOfQuantity(line.quantity, line.deliveredQuantity, line.canceledQuantity)
}

/** The order with shipment "1" holding all lines if it has no shipment yet (4-decisions E.4). */
export function withShipment(order: Order): Order {
  const form = order.orderForm
  if (form.shipments.length > 0 || form.lineItems.length === 0) return order
  const first = { ...newShipmentLike(undefined, '1'), lineItems: form.lineItems }
  return { ...order, orderForm: { ...form, shipments: [first] } }
}

/** The shipment with its open rest delivered. */
export function delivered(shipment: Shipment, now: string): Shipment {
  return mapLines(shipment, (line) => {
    const open = openQuantity(line)
    if (open === 0) return line
    return { ...line, deliveredQuantity: sumOfQuantities([line.deliveredQuantity, open]), deliveredDate: now }
  })
}

/** The shipment with its undelivered rest cancelled; one of which nothing is delivered becomes Cancelled (4-decisions F.9). */
export function canceled(shipment: Shipment): Shipment {
  const changed = mapLines(shipment, (line) => {
    const open = openQuantity(line)
    return open === 0 ? line : { ...line, canceledQuantity: sumOfQuantities([line.canceledQuantity, open]) }
  })
  return changed.lineItems.every((line) => line.deliveredQuantity === 0) ? { ...changed, status: 'Cancelled' } : changed
}

function mapLines(shipment: Shipment, change: (line: OrderLine) => OrderLine): Shipment {
  return { ...shipment, lineItems: shipment.lineItems.map(change) }
}

/**
 * The order with the given shipments, and with the quantities of its lines as these shipments add up to (4-decisions E.1). A line's
 * delivery date is the latest of its shipments.
 */
export function withShipments(order: Order, shipments: Shipment[]): Order {
  const copies = Map.groupBy(
    shipments.flatMap((shipment) => shipment.lineItems),
    (line) => line.lineItemId,
  )
  const lineItems = order.orderForm.lineItems.map((line) => {
    const held = copies.get(line.lineItemId) ?? []
    if (held.length === 0) return line
    const deliveredQuantity = sumOfQuantities(held.map((copy) => copy.deliveredQuantity))
    const canceledQuantity = sumOfQuantities(held.map((copy) => copy.canceledQuantity))
    if (deliveredQuantity === line.deliveredQuantity && canceledQuantity === line.canceledQuantity) return line
    return {
      ...line,
      deliveredQuantity,
      canceledQuantity,
      deliveredDate: latest(held.map((copy) => copy.deliveredDate)) ?? line.deliveredDate,
    }
  })
  return { ...order, orderForm: { ...order.orderForm, lineItems, shipments } }
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((last, date) => (date !== null && (last === null || date > last) ? date : last), null)
}
