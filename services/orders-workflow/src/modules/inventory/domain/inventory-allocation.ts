import type { Order } from '@open-oms/contracts/orders/order'
import { withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { isForLine, lineLedgerEntries, type OrderStock, sumBy } from '../../../order/rules/stock/inventory-ledger.ts'
import type { StockLine } from '../../../order/rules/stock/inventory-lines.ts'
import { openUnits } from '../../../order/rules/stock/inventory-reservations.ts'
import { availableAt, locationKey } from '../../../order/rules/stock/stock-changes.ts'

export type AllocationOptions = {
  /** The warehouses of the order's store, by preference. */
  warehouses: readonly string[]
  /** The shipment that the step is limited to; null for all. */
  shipmentId: string | null
}

export type AllocationResult = {
  order: Order
  /** Shipments for which no warehouse has all goods. */
  unplaced: string[]
}

/**
 * Chooses a warehouse for shipments without one: the first with all open goods of the shipment;
 * else the first that lacks only backorder lines (inventory.md#warehouse-allocation). The need of
 * one shipment is not subtracted for the next.
 */
export function allocate(order: Order, stock: OrderStock, { warehouses, shipmentId }: AllocationOptions): AllocationResult {
  const whole = withShipment(order)
  const claimed = new Map<string, number>()
  const unplaced: string[] = []
  const shipments = whole.orderForm.shipments.map((shipment) => {
    const id = shipment.shipmentId
    const isMeant = !shipment.warehouseCode && shipment.status !== 'Cancelled' && (shipmentId === null || shipmentId === id)
    const lines = isMeant ? stock.lines.filter((line) => line.shipmentId === id && openUnits(stock, line) > 0) : []
    if (lines.length === 0) return shipment
    const firm = lines.filter((line) => !line.isBackorder)
    const has = (needed: readonly StockLine[]) => warehouses.find((code) => hasAll(stock, { lines: needed, code, claimed }))
    const warehouseCode = has(lines) ?? (firm.length < lines.length ? has(firm) : undefined)
    if (warehouseCode === undefined) {
      unplaced.push(id)
      return shipment
    }
    for (const [key, units] of sumDemand(stock, lines, warehouseCode)) claimed.set(key, (claimed.get(key) ?? 0) + units)
    return { ...shipment, warehouseCode, isAllocated: true }
  })
  if (shipments.every((shipment, index) => shipment === whole.orderForm.shipments[index])) return { order, unplaced }
  return { order: { ...whole, orderForm: { ...whole.orderForm, shipments } }, unplaced }
}

type Candidate = { lines: readonly StockLine[]; code: string; claimed: ReadonlyMap<string, number> }

function hasAll(stock: OrderStock, { lines, code, claimed }: Candidate): boolean {
  const available = new Map(
    lines.map((line) => {
      const location = { skuId: line.skuId, warehouseCode: code }
      return [locationKey(location), availableAt(stock.changes, location)]
    }),
  )
  return sumDemand(stock, lines, code).every(([key, units]) => units <= (available.get(key) ?? 0) - (claimed.get(key) ?? 0))
}

/**
 * The quantities that the lines need in a warehouse beyond their reservations there, by SKU and
 * warehouse.
 */
function sumDemand(stock: OrderStock, lines: readonly StockLine[], warehouseCode: string): [string, number][] {
  const demand = new Map<string, number>()
  for (const line of lines) {
    const key = locationKey({ skuId: line.skuId, warehouseCode })
    const own = lineLedgerEntries(stock, line.lineItemId).filter((entry) => isForLine(entry, line) && locationKey(entry) === key)
    const units = Math.max(0, openUnits(stock, line) - sumBy(own, ({ reserved }) => reserved))
    demand.set(key, (demand.get(key) ?? 0) + units)
  }
  return [...demand]
}
