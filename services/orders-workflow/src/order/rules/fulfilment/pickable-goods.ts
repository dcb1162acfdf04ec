import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { openQuantity, withShipment } from '../shipments/shipment-lines.ts'
import { SENT } from '../shipments/shipment-status.ts'
import { effectiveOrderType } from '../status/order-type.ts'
import { isStockLine } from '../stock/inventory-lines.ts'

/** The quantity of a line of a shipment that is open and reserved (inventory.md#pickable-goods). */
export function pickableQuantity(line: OrderLine): number {
  return isStockLine(line) ? Math.max(0, Math.min(openQuantity(line), line.reservedInventoryQuantity)) : 0
}

/**
 * Whether the goods of a shipment are picked: it has entered a status that says so, and no earlier
 * one since (inventory.md#pickable-goods).
 */
export function isPickedShipment(order: Order, shipment: Shipment, types: readonly OrderType[]): boolean {
  const { orderStatuses } = effectiveOrderType(order, types)
  const entered = [...shipment.orderStatusLog.map(({ status }) => status), shipment.orderStatus ?? order.status]
  let picked: number | null = null
  for (const name of entered) {
    const status = orderStatuses.find((candidate) => candidate.name === name)
    if (status?.isPicked) picked = status.order
    else if (status !== undefined && picked !== null && status.order < picked) picked = null
  }
  return picked !== null
}

/**
 * The shipments with pickable goods: not picked yet, not on their way, not cancelled. Payment and
 * holds are of the order (inventory.md#pickable-goods).
 */
export function pickableShipments(order: Order, types: readonly OrderType[]): Shipment[] {
  return withShipment(order).orderForm.shipments.filter(
    (shipment) =>
      !SENT.has(shipment.status) &&
      shipment.status !== 'Cancelled' &&
      shipment.lineItems.some((line) => pickableQuantity(line) > 0) &&
      !isPickedShipment(order, shipment, types),
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

/** The picking places of the order, without duplicates; undefined: nowhere. */
export function findPickPlaces(order: Order, types: readonly OrderType[]): string[] | undefined {
  if (!order.isPickable) return undefined
  const places = pickableShipments(order, types).map(({ warehouseCode }) =>
    warehouseCode ? pickPlace.warehouse(warehouseCode) : pickPlace.firstOfStore(order.storeId),
  )
  return places.length === 0 ? undefined : [...new Set(places)].sort()
}
