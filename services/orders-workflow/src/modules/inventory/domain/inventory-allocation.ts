import type { Order } from '@oms/contracts/orders/order'
import { withShipment } from '../../../order/shipments/shipment-lines.ts'
import { availableAt, placeKey } from '../../../order/stock/inventory-book.ts'
import { entriesOf, isOf, type OrderStock, sumOf } from '../../../order/stock/inventory-ledger.ts'
import type { StockLine } from '../../../order/stock/inventory-lines.ts'
import { openUnits } from '../../../order/stock/inventory-reservations.ts'

export type Allocating = {
  /** The warehouses of the order's store, the preferred first. */
  warehouses: readonly string[]
  /** The one shipment that the step sees; null: all. */
  shipmentId: string | null
}

export type Allocated = {
  order: Order
  /** Shipments that no warehouse has all the goods for. */
  unplaced: string[]
}

/**
 * Chooses the warehouse of the shipments that have none: the first that has all that is open in the shipment, which so stays together; if there is
 * none, the first that lacks nothing but backorder lines (inventory.md#warehouse-allocation). What one shipment needs is not counted for the next.
 */
export function allocate(order: Order, stock: OrderStock, { warehouses, shipmentId }: Allocating): Allocated {
  const whole = withShipment(order)
  const claimed = new Map<string, number>()
  const unplaced: string[] = []
  const shipments = whole.orderForm.shipments.map((shipment) => {
    const id = shipment.shipmentId as string
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
    for (const [key, units] of demandOf(stock, lines, warehouseCode)) claimed.set(key, (claimed.get(key) ?? 0) + units)
    return { ...shipment, warehouseCode, isAllocated: true }
  })
  if (shipments.every((shipment, index) => shipment === whole.orderForm.shipments[index])) return { order, unplaced }
  return { order: { ...whole, orderForm: { ...whole.orderForm, shipments } }, unplaced }
}

type Candidate = { lines: readonly StockLine[]; code: string; claimed: ReadonlyMap<string, number> }

function hasAll(stock: OrderStock, { lines, code, claimed }: Candidate): boolean {
  const available = new Map(
    lines.map((line) => {
      const place = { skuId: line.skuId, warehouseCode: code }
      return [placeKey(place), availableAt(stock.book, place)]
    }),
  )
  return demandOf(stock, lines, code).every(([key, units]) => units <= (available.get(key) ?? 0) - (claimed.get(key) ?? 0))
}

/** What the lines need in a warehouse beyond what they have reserved there, by place. */
function demandOf(stock: OrderStock, lines: readonly StockLine[], warehouseCode: string): [string, number][] {
  const demand = new Map<string, number>()
  for (const line of lines) {
    const key = placeKey({ skuId: line.skuId, warehouseCode })
    const own = entriesOf(stock, line.lineItemId).filter((entry) => isOf(entry, line) && placeKey(entry) === key)
    const units = Math.max(0, openUnits(stock, line) - sumOf(own, ({ reserved }) => reserved))
    demand.set(key, (demand.get(key) ?? 0) + units)
  }
  return [...demand]
}
