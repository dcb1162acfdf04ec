import { isForLine, type LedgerEntry, lineLedgerEntries, moveFor, type OrderStock, sumBy, takenFor } from './inventory-ledger.ts'
import { dispatchedUnits, type StockLine } from './inventory-lines.ts'
import { freeUpTo, moveAlong, openUnits, reserve, stockLocation, unitsStillInStock } from './inventory-reservations.ts'
import { levelAt } from './stock-changes.ts'

/** The result of withdrawals, by SKU. */
export type Withdrawn = {
  /** In thousandths; 0 when there was no stock left. */
  taken: number
  /** Put back into stock, in thousandths. */
  putBack: number
  /** SKUs without stock keeping at any location. */
  unknown: Set<string>
  /** Backorder lines that went out although there was less in stock. */
  short: Set<string>
  /** Lines with less stock than was sent, with the missing units. */
  missing: StockShortage[]
}

/** A line that is short, and how many units of it are missing, in thousandths. */
export type StockShortage = { line: StockLine; units: number }

export type WithdrawalOptions = {
  lines: readonly StockLine[]
  /**
   * True: withdrawn units use up the reservation of their line, units that are put back are
   * reserved again if they were before, and reservations of moved goods move along.
   */
  freesReservations: boolean
}

/**
 * Withdraws units that have left the shipments and are not withdrawn yet, and puts back withdrawn
 * units that have not left after all, so that no unit is lost (inventory.md#withdrawals).
 * Withdrawals of goods that have moved to another shipment count there. A short line is withdrawn
 * as far as there is stock, and a repetition withdraws the rest later.
 */
export function withdrawAll(stock: OrderStock, { lines, freesReservations }: WithdrawalOptions): Withdrawn {
  const result: Withdrawn = { taken: 0, putBack: 0, unknown: new Set(), short: new Set(), missing: [] }
  const undone = giveBackUndone(stock, lines)
  for (const line of lines) {
    const due = dispatchedUnits(line) - takenFor(stock, line)
    if (due <= 0) continue
    if (!stock.stockedSkus.has(line.skuId)) {
      result.unknown.add(line.skuId)
      continue
    }
    putBackSurplus(stock, line, due)
    const taken = withdraw(stock, line, due)
    if (taken < due && line.isBackorder) result.short.add(line.skuId)
    else if (taken < due) result.missing.push({ line, units: due - taken })
    if (freesReservations) freeUpTo(stock, line, taken)
    result.taken += taken
  }
  if (freesReservations) {
    reserveAgain(stock, undone)
    // Missing units stay reserved, so that a later run withdraws them.
    const isShort = (line: StockLine) => result.missing.some((missing) => missing.line === line)
    moveAlong(stock, { unitsOf: (stock, line) => (isShort(line) ? unitsStillInStock : openUnits)(stock, line) })
  }
  result.putBack = sumBy(undone, ({ units }) => units)
  return result
}

function reserveAgain(stock: OrderStock, undone: readonly Undone[]): void {
  for (const { line, units } of undone) if (wasReserved(stock, line)) reserve(stock, line, { unitsMax: units })
}

function wasReserved(stock: OrderStock, line: StockLine): boolean {
  return lineLedgerEntries(stock, line.lineItemId).some((entry) => isForLine(entry, line) && entry.wasReserved)
}

/** The quantity put back for a line, in thousandths. */
type Undone = { line: StockLine; units: number }

/**
 * Puts back units withdrawn beyond those that have left the shipments. It handles all lines before
 * any withdrawal: a line may withdraw what another puts back, and a repetition must find no more.
 */
function giveBackUndone(stock: OrderStock, lines: readonly StockLine[]): Undone[] {
  return lines.map((line) => ({ line, units: putBackLine(stock, line) })).filter(({ units }) => units > 0)
}

/** Puts units back at their locations, the last one first. Returns the quantity, in thousandths. */
function putBackLine(stock: OrderStock, line: StockLine): number {
  const surplus = Math.max(0, takenFor(stock, line) - dispatchedUnits(line))
  let left = surplus
  for (const entry of lineLedgerEntries(stock, line.lineItemId).toReversed()) {
    const units = isForLine(entry, line) ? Math.min(left, entry.taken) : 0
    if (units <= 0) continue
    moveFor(stock, entry, { location: entry, kind: 'Withdrawal', quantityDelta: units, reservedDelta: 0 })
    left -= units
  }
  return surplus - left
}

function withdraw(stock: OrderStock, line: StockLine, due: number): number {
  const location = stockLocation(line)
  const there = location === null ? 0 : (levelAt(stock.changes, location)?.quantity ?? 0)
  const units = Math.min(due, there)
  if (location === null || units === 0) return 0
  moveFor(stock, line, { location, kind: 'Withdrawal', quantityDelta: -units, reservedDelta: 0 })
  return units
}

/**
 * Puts back units withdrawn for another shipment beyond those it holds now, as far as this line
 * needs them and can withdraw them at its own location: each repetition would put back again any
 * units that are not withdrawn again.
 */
function putBackSurplus(stock: OrderStock, line: StockLine, due: number): void {
  const location = stockLocation(line)
  if (location === null) return
  let wanted = due
  let there = levelAt(stock.changes, location)?.quantity ?? 0
  for (const entry of lineLedgerEntries(stock, line.lineItemId)) {
    if (isForLine(entry, line) || entry.skuId !== line.skuId) continue
    const isSameLocation = entry.warehouseCode === location.warehouseCode
    const units = Math.min(wanted, entry.taken, surplusUnits(stock, entry), isSameLocation ? wanted : there)
    if (units <= 0) continue
    moveFor(stock, entry, { location: entry, kind: 'Withdrawal', quantityDelta: units, reservedDelta: 0 })
    wanted -= units
    if (!isSameLocation) there -= units
  }
}

function surplusUnits(stock: OrderStock, entry: LedgerEntry): number {
  const held = sumBy(
    stock.lines.filter((line) => isForLine(entry, line)),
    (line) => line.held,
  )
  return takenFor(stock, entry) - held
}
