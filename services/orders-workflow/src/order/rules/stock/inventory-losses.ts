import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { restOfQuantity } from '@open-oms/money/quantities'
import { DELETED } from '../context/order-guards.ts'
import { isForLine, type OrderStock, reservedFor, sumBy } from './inventory-ledger.ts'
import type { StockLine } from './inventory-lines.ts'
import { free, freeAll, moveAlong, unitsStillInStock } from './inventory-reservations.ts'

/**
 * Whether a change removes goods from a location where some are reserved
 * (inventory.md#freed-reservations): a line is cancelled, reduced or removed, the order is deleted,
 * or goods are in another shipment or warehouse than before.
 */
export function losesReserved(before: Order, after: Order): boolean {
  const reserved = before.orderForm.lineItems.filter((line) => line.reservedInventoryQuantity > 0)
  if (reserved.length === 0) return false
  if (after.status === DELETED) return before.status !== DELETED
  const wanted = new Map(after.orderForm.lineItems.map((line) => [line.lineItemId, wantedQuantity(line)]))
  return reserved.some((line) => (wanted.get(line.lineItemId) ?? 0) < wantedQuantity(line)) || movesReserved(before, after)
}

function movesReserved(before: Order, after: Order): boolean {
  const locations = new Map(after.orderForm.shipments.map((shipment) => [shipment.shipmentId, shipment]))
  return before.orderForm.shipments.some((shipment) => {
    const reserved = shipment.lineItems.filter((line) => line.reservedInventoryQuantity > 0)
    if (reserved.length === 0) return false
    const location = locations.get(shipment.shipmentId)
    if (location === undefined || (location.warehouseCode || null) !== (shipment.warehouseCode || null)) return true
    const held = new Map(location.lineItems.map((line) => [line.lineItemId, line.quantity]))
    return reserved.some((line) => (held.get(line.lineItemId) ?? 0) < line.quantity)
  })
}

function wantedQuantity({ quantity, canceledQuantity }: OrderLine): number {
  return restOfQuantity(quantity, canceledQuantity)
}

/**
 * Releases reservations of goods that the order no longer has, and moves the others to the current
 * location of the goods, as far as there is stock. Units that are delivered and not withdrawn stay
 * reserved.
 */
export function reconcileReserved(order: Order, stock: OrderStock): void {
  if (order.status === DELETED) {
    freeAll(stock, () => true)
    return
  }
  for (const [lineItemId, entries] of stock.ledger) {
    const lines = stock.lines.filter((line) => line.lineItemId === lineItemId)
    const needed = (line: StockLine) => unitsStillInStock(stock, line)
    let surplus = sumBy(entries, ({ reserved }) => reserved) - sumBy(lines, needed)
    for (const entry of entries) {
      const line = lines.find((candidate) => isForLine(entry, candidate))
      const own = reservedFor(stock, entry) - (line === undefined ? 0 : needed(line))
      const units = Math.min(surplus, own, entry.reserved)
      if (units <= 0) continue
      free(stock, entry, units)
      surplus -= units
    }
  }
  moveAlong(stock, { unitsOf: unitsStillInStock })
}
