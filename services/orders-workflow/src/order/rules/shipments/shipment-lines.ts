import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isCanceledWhole } from '../lines/canceled-lines.ts'
import { reconciledPackages } from '../packages/package-reconciliation.ts'
import { newShipmentLike } from './shipment-info.ts'

/** The quantity of a line that is neither delivered nor cancelled. */
export function openQuantity(line: OrderLine): number {
  return restOfQuantity(line.quantity, line.deliveredQuantity, line.canceledQuantity)
}

/**
 * The order with shipment "1" holding all lines if it has no shipment yet; it is where the order
 * is, and since then (quantities.md#shipments-of-a-new-order,
 * shipments.md#shipment-data-of-an-update).
 */
export function withShipment(order: Order): Order {
  const form = order.orderForm
  if (form.shipments.length > 0 || form.lineItems.length === 0) return order
  const first = { ...newShipmentLike(undefined, '1'), ...initialStatus(order), lineItems: form.lineItems }
  return { ...order, orderForm: { ...form, shipments: [first] } }
}

function initialStatus({ status, updateStatusDate, created }: Order): Pick<Shipment, 'orderStatus' | 'orderStatusLog'> {
  if (status === null) return { orderStatus: null, orderStatusLog: [] }
  return {
    orderStatus: status,
    orderStatusLog: [{ status, timestamp: updateStatusDate ?? created, durationSincePreviousMs: null }],
  }
}

/** The shipment with its open rest delivered. */
export function delivered(shipment: Shipment, now: string): Shipment {
  return mapLines(shipment, (line) => {
    const open = openQuantity(line)
    if (open === 0) return line
    return { ...line, deliveredQuantity: sumOfQuantities([line.deliveredQuantity, open]), deliveredDate: now }
  })
}

/**
 * The shipment with its undelivered rest cancelled; a shipment without delivered units becomes
 * Cancelled (lines.md#emptied-shipments).
 */
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
 * The order with the given shipments, and with the quantities of its lines as these shipments add
 * up to (quantities.md#line-quantities); packages follow their components
 * (packages.md#package-breakdown). Its dates of delivery and cancellation are the latest of its
 * shipments.
 */
export function withShipments(order: Order, given: Shipment[]): Order {
  const shipments = withReconciledPackages(order.orderForm.lineItems, given)
  const copies = Map.groupBy(
    shipments.flatMap((shipment) => shipment.lineItems),
    (line) => line.lineItemId,
  )
  const lineItems = order.orderForm.lineItems.map((line) => {
    const held = copies.get(line.lineItemId) ?? []
    return held.length === 0 ? line : withSums(line, held)
  })
  return { ...order, orderForm: { ...order.orderForm, lineItems, shipments } }
}

function withReconciledPackages(lines: readonly OrderLine[], shipments: Shipment[]): Shipment[] {
  const reconciled = reconciledPackages(
    lines,
    shipments.map(({ lineItems }) => lineItems),
  )
  return shipments.map((shipment, index) => {
    const lineItems = reconciled[index] as OrderLine[]
    if (lineItems === shipment.lineItems) return shipment
    return { ...shipment, lineItems, status: isCanceledWhole(lineItems) ? 'Cancelled' : shipment.status }
  })
}

const counted = ['deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity'] as const

function withSums(line: OrderLine, held: readonly OrderLine[]): OrderLine {
  const sums = counted.map((field) => sumOfQuantities(held.map((copy) => copy[field] ?? 0)))
  const [deliveredQuantity = 0, canceledQuantity = 0, readyForPickupQuantity = 0] = sums
  if (counted.every((field, index) => (line[field] ?? 0) === sums[index])) return line
  const isCanceledAnew = canceledQuantity !== line.canceledQuantity
  return {
    ...line,
    deliveredQuantity,
    canceledQuantity,
    readyForPickupQuantity:
      readyForPickupQuantity === (line.readyForPickupQuantity ?? 0) ? line.readyForPickupQuantity : readyForPickupQuantity,
    deliveredDate: latest(held.map((copy) => copy.deliveredDate)) ?? line.deliveredDate,
    canceledDate: (isCanceledAnew ? latest(held.map((copy) => copy.canceledDate)) : null) ?? line.canceledDate,
  }
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((last, date) => (date !== null && (last === null || date > last) ? date : last), null)
}
