import { UNITS_MAX } from '@open-oms/money/quantities'
import {
  isForLine,
  type LedgerEntry,
  lineLedgerEntries,
  moveFor,
  type OrderStock,
  reservedFor,
  takenFor,
} from './inventory-ledger.ts'
import type { StockLine } from './inventory-lines.ts'
import { availableAt, levelAt, type StockLocation } from './stock-changes.ts'

/** Lines that could not be reserved completely, by SKU. */
export type Shortage = { unknown: Set<string>; short: Set<string> }

/** The units of the line that are still to be withdrawn, in thousandths. */
export function openUnits(stock: OrderStock, line: StockLine): number {
  return Math.max(0, line.held - line.canceled - Math.max(line.delivered, takenFor(stock, line)))
}

/**
 * The units of the line that are not withdrawn, in thousandths: open, or delivered and not yet
 * withdrawn.
 */
export function unitsStillInStock(stock: OrderStock, line: StockLine): number {
  return Math.max(0, line.held - line.canceled - takenFor(stock, line))
}

/** The location of a line's goods; null when unspecified. */
export function stockLocation({ skuId, warehouseCode }: StockLine): StockLocation | null {
  return warehouseCode === null ? null : { skuId, warehouseCode }
}

type UnitsOf = (stock: OrderStock, line: StockLine) => number

export type MoveAlongOptions = {
  /** The shipments that may get some; all when absent. */
  isMeant?: (shipmentId: string) => boolean
  /** The units of a line that may be reserved, in thousandths; the open ones when absent. */
  unitsOf?: UnitsOf
}

/**
 * Releases reservations of goods that a shipment no longer holds or gets from another warehouse,
 * and reserves them at their current location, as far as there is stock (inventory.md#reservations:
 * reservations move along on allocation, split and reallocation).
 */
export function moveAlong(stock: OrderStock, { isMeant = () => true, unitsOf = openUnits }: MoveAlongOptions = {}): void {
  for (const [lineItemId, entries] of stock.ledger) {
    const lines = stock.lines.filter((line) => line.lineItemId === lineItemId)
    let loose = freeSurplus(stock, entries, { lines, unitsOf })
    for (const line of loose > 0 ? lines : []) {
      if (isMeant(line.shipmentId)) loose -= reserve(stock, line, { unitsMax: loose, unitsOf })
    }
  }
}

type Surplus = { lines: readonly StockLine[]; unitsOf: UnitsOf }

/** Releases reservations without goods. Returns the released quantity, in thousandths. */
function freeSurplus(stock: OrderStock, entries: readonly LedgerEntry[], { lines, unitsOf }: Surplus): number {
  let freed = 0
  for (const entry of entries) {
    const line = lines.find((candidate) => isForLine(entry, candidate) && isAt(entry, candidate))
    const surplus = entry.reserved - (line === undefined ? 0 : unitsOf(stock, line))
    if (surplus <= 0) continue
    free(stock, entry, surplus)
    freed += surplus
  }
  return freed
}

function isAt(entry: LedgerEntry, line: StockLine): boolean {
  return entry.skuId === line.skuId && entry.warehouseCode === line.warehouseCode
}

/**
 * Reserves the open units of the lines that are not reserved yet, as far as there is stock;
 * backorder lines also beyond it.
 */
export function reserveAll(stock: OrderStock, lines: readonly StockLine[]): Shortage {
  const shortage: Shortage = { unknown: new Set(), short: new Set() }
  for (const line of lines) {
    const wanted = openUnits(stock, line) - reservedFor(stock, line)
    if (wanted <= 0) continue
    if (!stock.stockedSkus.has(line.skuId)) shortage.unknown.add(line.skuId)
    else if (reserve(stock, line, { unitsMax: wanted }) < wanted) shortage.short.add(line.skuId)
  }
  return shortage
}

/** Releases all reservations of the lines of the shipments. */
export function freeAll(stock: OrderStock, isMeant: (shipmentId: string) => boolean): void {
  for (const entries of stock.ledger.values()) {
    for (const entry of entries) {
      if (entry.reserved > 0 && isMeant(entry.shipmentId)) free(stock, entry, entry.reserved)
    }
  }
}

/**
 * Releases a quantity of the reservations of a line of a shipment, the location of its goods first.
 */
export function freeUpTo(stock: OrderStock, line: StockLine, units: number): void {
  const own = lineLedgerEntries(stock, line.lineItemId).filter((entry) => isForLine(entry, line) && entry.reserved > 0)
  let left = units
  for (const entry of [...own.filter((entry) => isAt(entry, line)), ...own.filter((entry) => !isAt(entry, line))]) {
    const freed = Math.min(left, entry.reserved)
    if (freed > 0) free(stock, entry, freed)
    left -= freed
  }
}

/** Releases a quantity of the reservations. */
export function free(stock: OrderStock, entry: LedgerEntry, units: number): void {
  moveFor(stock, entry, { location: entry, kind: 'Reservation', quantityDelta: 0, reservedDelta: -units })
}

type ReserveOptions = Pick<MoveAlongOptions, 'unitsOf'> & { unitsMax: number }

/**
 * Reserves up to a quantity of the units of a line that may be reserved. Returns the reserved
 * quantity, in thousandths.
 */
export function reserve(stock: OrderStock, line: StockLine, { unitsMax, unitsOf = openUnits }: ReserveOptions): number {
  const location = stockLocation(line)
  const level = location === null ? null : levelAt(stock.changes, location)
  if (location === null || level === null) return 0
  const open = Math.max(0, unitsOf(stock, line) - reservedFor(stock, line))
  const there = line.isBackorder ? UNITS_MAX - level.reserved : availableAt(stock.changes, location)
  const units = Math.min(unitsMax, open, there)
  if (units > 0) moveFor(stock, line, { location, kind: 'Reservation', quantityDelta: 0, reservedDelta: units })
  return Math.max(0, units)
}
