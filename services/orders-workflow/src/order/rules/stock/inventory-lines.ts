import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { toUnits } from '@open-oms/money/quantities'
import type { OrdersConfig } from '../context/orders-config.ts'
import { withShipment } from '../shipments/shipment-lines.ts'
import { SENT } from '../shipments/shipment-status.ts'

/** A line as one shipment of an order holds it; quantities in thousandths. */
export type StockLine = {
  shipmentId: string
  lineItemId: string
  skuId: string
  /** The warehouse of the shipment's goods; null when unspecified. */
  warehouseCode: string | null
  /** What the shipment holds, the cancelled part included. */
  held: number
  canceled: number
  delivered: number
  /** The goods of the shipment are on their way, delivered or not. */
  isSent: boolean
  isBackorder: boolean
}

/** A line that stock is kept for; its code is the SKU. */
export type StockedLine = OrderLine & { code: string }

/**
 * Whether stock is kept for a line at all (inventory.md#stock-kept-lines); of a package that was
 * broken down for its components (packages.md#package-breakdown).
 */
export function isStockLine(line: OrderLine): line is StockedLine {
  return line.updateStock && !line.isVirtualProduct && !line.isPackageBrokeDown && Boolean(line.code)
}

/**
 * The lines of all shipments that stock is kept for. `warehouses` are those of the order's store,
 * the preferred first: the goods of a shipment without a warehouse come from there.
 */
export function orderStockLines(order: Order, warehouses: readonly string[]): StockLine[] {
  return withShipment(order).orderForm.shipments.flatMap((shipment) =>
    shipment.lineItems.filter(isStockLine).map((line) => stockLine(shipment, line, warehouses)),
  )
}

/** The stock lines of an order, with the warehouses of its store, which is one of `stores`. */
export function stockLinesAt(stores: OrdersConfig['stores'], order: Order): StockLine[] {
  return orderStockLines(order, stores.find(({ id }) => id === order.storeId)?.warehouses ?? [])
}

function stockLine(shipment: Shipment, line: StockedLine, warehouses: readonly string[]): StockLine {
  return {
    shipmentId: shipment.shipmentId,
    lineItemId: line.lineItemId,
    skuId: line.code,
    warehouseCode: shipment.warehouseCode || (warehouses[0] ?? null),
    held: toUnits(line.quantity),
    canceled: toUnits(line.canceledQuantity),
    delivered: toUnits(line.deliveredQuantity),
    isSent: SENT.has(shipment.status),
    isBackorder: line.isBackorder,
  }
}

/** The quantity of the line that is delivered or on its way. */
export function dispatchedUnits({ held, canceled, delivered, isSent }: StockLine): number {
  return isSent ? Math.max(delivered, held - canceled) : delivered
}
