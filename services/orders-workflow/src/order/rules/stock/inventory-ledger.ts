import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { fromUnits } from '@open-oms/money/quantities'
import type { StockLine } from './inventory-lines.ts'
import { locationKey, move, type StockChanges, type StockLocation, type StockMove } from './stock-changes.ts'

/**
 * The reserved and withdrawn quantities of a line of a shipment at a location: the sums of its
 * movements, in thousandths.
 */
export type LedgerEntry = StockLocation & {
  shipmentId: string
  lineItemId: string
  reserved: number
  taken: number
  /** Whether the location has or had a reservation for the line. */
  wasReserved: boolean
}

/**
 * The restocked quantity of a line of a return form at a location: the sum of its movements, in
 * thousandths.
 */
export type ReturnedEntry = StockLocation & { returnId: string; lineItemId: string; units: number }

/**
 * The stock of an order: its movements so far, and the levels of its locations. `moveFor` updates
 * both.
 */
export type OrderStock = {
  orderId: string
  lines: readonly StockLine[]
  /** The SKUs with stock at any location. */
  stockedSkus: ReadonlySet<string>
  /** By line. */
  ledger: Map<string, LedgerEntry[]>
  /**
   * The restocked quantities of the return form of the run, or of all return forms when the command
   * compares them, oldest first.
   */
  returned: readonly ReturnedEntry[]
  changes: StockChanges
}

export type LineOfShipment = { shipmentId: string; lineItemId: string }
type OrderMove = Pick<StockMove, 'kind' | 'quantityDelta' | 'reservedDelta'> & { location: StockLocation }

/** Enters a movement for a line of a shipment. */
export function moveFor(
  stock: OrderStock,
  line: LineOfShipment,
  { location, kind, quantityDelta, reservedDelta }: OrderMove,
): void {
  const { shipmentId, lineItemId } = line
  const { skuId, warehouseCode } = location
  const head = { skuId, warehouseCode, kind, quantityDelta, reservedDelta, shipmentId, lineItemId }
  move(stock.changes, { ...head, orderId: stock.orderId, returnId: null, reason: null })
  const entries = stock.ledger.get(lineItemId) ?? []
  const isMeant = (entry: LedgerEntry) => isForLine(entry, line) && locationKey(entry) === locationKey(location)
  const before = entries.find(isMeant) ?? {
    skuId,
    warehouseCode,
    shipmentId,
    lineItemId,
    reserved: 0,
    taken: 0,
    wasReserved: false,
  }
  const taken = before.taken - (kind === 'Withdrawal' ? quantityDelta : 0)
  const wasReserved = before.wasReserved || reservedDelta > 0
  const after = { ...before, reserved: before.reserved + reservedDelta, taken, wasReserved }
  stock.ledger.set(lineItemId, [...entries.filter((entry) => !isMeant(entry)), after])
}

/** The movements of the order for a line, in any shipment and location. */
export function lineLedgerEntries({ ledger }: OrderStock, lineItemId: string): readonly LedgerEntry[] {
  return ledger.get(lineItemId) ?? []
}

/** Whether an entry belongs to a line of a shipment. */
export function isForLine(entry: LineOfShipment, line: LineOfShipment): boolean {
  return entry.lineItemId === line.lineItemId && entry.shipmentId === line.shipmentId
}

/** The quantity withdrawn for a line of a shipment, from any location. */
export function takenFor(stock: OrderStock, line: LineOfShipment): number {
  return sumBy(
    lineLedgerEntries(stock, line.lineItemId).filter((entry) => isForLine(entry, line)),
    ({ taken }) => taken,
  )
}

/** The quantity reserved for a line of a shipment, at any location. */
export function reservedFor(stock: OrderStock, line: LineOfShipment): number {
  return sumBy(
    lineLedgerEntries(stock, line.lineItemId).filter((entry) => isForLine(entry, line)),
    ({ reserved }) => reserved,
  )
}

export function sumBy<T>(items: readonly T[], units: (item: T) => number): number {
  return items.reduce((total, item) => total + units(item), 0)
}

/**
 * The order with the reserved quantities of its lines, by shipment and in total
 * (inventory.md#reservations).
 */
export function withReservations(order: Order, stock: OrderStock): Order {
  const form = order.orderForm
  const reservedQuantity = (line: OrderLine, shipmentId: string | null) => {
    const entries = lineLedgerEntries(stock, line.lineItemId)
    const meant = shipmentId === null ? entries : entries.filter((entry) => entry.shipmentId === shipmentId)
    return fromUnits(sumBy(meant, ({ reserved }) => reserved))
  }
  const shipments = form.shipments.map((shipment) => {
    const lineItems = mapReserved(shipment.lineItems, (line) => reservedQuantity(line, shipment.shipmentId))
    return lineItems === shipment.lineItems ? shipment : { ...shipment, lineItems }
  })
  const lineItems = mapReserved(form.lineItems, (line) => reservedQuantity(line, null))
  const isSame = lineItems === form.lineItems && shipments.every((shipment, index) => shipment === form.shipments[index])
  return isSame ? order : { ...order, orderForm: { ...form, lineItems, shipments } }
}

function mapReserved(lines: OrderLine[], reservedQuantity: (line: OrderLine) => number): OrderLine[] {
  const changed = lines.map((line) => {
    const reserved = reservedQuantity(line)
    if (line.reservedInventoryQuantity === reserved && line.reservedInventory === reserved > 0) return line
    return { ...line, reservedInventoryQuantity: reserved, reservedInventory: reserved > 0 }
  })
  return changed.every((line, index) => line === lines[index]) ? lines : changed
}
