import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { toUnits } from '@open-oms/money/quantities'
import { type OrderStock, type ReturnedEntry, sumBy } from './inventory-ledger.ts'
import { isStockLine, type StockedLine } from './inventory-lines.ts'
import { levelAt, move, type StockLocation } from './stock-changes.ts'

/** The stores with their warehouses, the preferred first. */
export type StoreWarehouses = readonly { id: string; warehouses: readonly string[] }[]

export type ReturnStockInput = { order: Order; form: ReturnOrderForm; stores: StoreWarehouses }

/**
 * The location that the goods of a line of a return form go to; null when unspecified
 * (inventory.md#returned-stock).
 */
export type ReturnedLine = { line: StockedLine; location: StockLocation | null }

/**
 * The lines of a return form whose goods go back into stock: into the first warehouse of the form's
 * store, else of the shipment that the goods came with.
 */
export function returnedLines({ order, form, stores }: ReturnStockInput): ReturnedLine[] {
  return form.lineItems.filter(isStockLine).map((line) => {
    const warehouseCode = form.storeId ? firstWarehouse(stores, form.storeId) : shipmentWarehouse({ order, form, stores }, line)
    return { line, location: warehouseCode === null ? null : { skuId: line.code, warehouseCode } }
  })
}

function firstWarehouse(stores: StoreWarehouses, storeId: string | null): string | null {
  return stores.find(({ id }) => id === storeId)?.warehouses[0] ?? null
}

function shipmentWarehouse({ order, form, stores }: ReturnStockInput, line: OrderLine): string | null {
  const holds = ({ lineItems }: { lineItems: readonly OrderLine[] }) =>
    lineItems.some((copy) => copy.lineItemId === line.lineItemId)
  const own = form.shipments.find((shipment) => shipment.warehouseCode)
  const delivered = order.orderForm.shipments.find(holds)
  return own?.warehouseCode || delivered?.warehouseCode || firstWarehouse(stores, order.storeId)
}

export type PutBack = {
  /** In thousandths. */
  units: number
  /** SKUs without a known warehouse; nothing is restocked then. */
  lost: Set<string>
}

/**
 * Restocks the units of the lines that are not restocked yet: all, or none when some have no
 * warehouse. SKUs without stock keeping are left out.
 */
export function putBack(stock: OrderStock, returnId: string, lines: readonly ReturnedLine[]): PutBack {
  const due = dueLines(stock, returnId, lines)
  const lost = new Set(due.filter(({ location }) => location === null).map(({ skuId }) => skuId))
  if (lost.size > 0) return { units: 0, lost }
  for (const { location, lineItemId, units } of due) {
    const fields = {
      kind: 'Return',
      quantityDelta: units,
      reservedDelta: 0,
      shipmentId: null,
      lineItemId,
      reason: null,
    } as const
    move(stock.changes, { ...(location as StockLocation), ...fields, orderId: stock.orderId, returnId })
  }
  return { units: sumBy(due, ({ units }) => units), lost }
}

type DueLine = { skuId: string; lineItemId: string; units: number; location: StockLocation | null }

/** The units of the lines that are not restocked yet; without a location when none is known. */
function dueLines(stock: OrderStock, returnId: string, lines: readonly ReturnedLine[]): DueLine[] {
  return lines.flatMap(({ line, location }) => {
    const lineItemId = line.lineItemId
    const isBack = (entry: ReturnedEntry) => entry.returnId === returnId && entry.lineItemId === lineItemId
    const units = toUnits(line.quantity) - sumBy(stock.returned.filter(isBack), ({ units }) => units)
    const skuId = line.code
    if (units <= 0 || !stock.stockedSkus.has(skuId)) return []
    const isKnown = location !== null && levelAt(stock.changes, location) !== null
    return [{ skuId, lineItemId, units, location: isKnown ? location : null }]
  })
}
