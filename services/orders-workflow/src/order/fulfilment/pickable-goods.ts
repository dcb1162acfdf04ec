import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { openQuantity, withShipment } from '../shipments/shipment-lines.ts'
import { SENT } from '../shipments/shipment-status.ts'
import { isStockLine } from '../stock/inventory-lines.ts'

/** The quantity of a line of a shipment that is open and reserved (inventory.md#pickable-goods). */
export function pickableQuantity(line: OrderLine): number {
  return isStockLine(line) ? Math.max(0, Math.min(openQuantity(line), line.reservedInventoryQuantity)) : 0
}

/**
 * The shipments with pickable goods: not on their way, not cancelled. Payment and holds are of the
 * order (inventory.md#pickable-goods).
 */
export function pickableShipments(order: Order): Shipment[] {
  return withShipment(order).orderForm.shipments.filter(
    ({ status, lineItems }) =>
      !SENT.has(status) && status !== 'Cancelled' && lineItems.some((line) => pickableQuantity(line) > 0),
  )
}

/**
 * A warehouse as search rows keep it. A shipment without one leaves from the first warehouse of its
 * store, which the configuration may change.
 */
export const pickPlace = {
  warehouse: (code: string): string => `warehouse:${code}`,
  firstOfStore: (storeId: string): string => `store:${storeId}`,
} as const

/** Where goods of the order are to be picked, each place once; undefined: nowhere. */
export function pickPlacesOf(order: Order): string[] | undefined {
  if (!order.isPickable) return undefined
  const places = pickableShipments(order).map(({ warehouseCode }) =>
    warehouseCode ? pickPlace.warehouse(warehouseCode) : pickPlace.firstOfStore(order.storeId as string),
  )
  return [...new Set(places)].sort()
}
