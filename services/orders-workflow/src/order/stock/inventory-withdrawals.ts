import { entriesOf, isOf, type LedgerEntry, moveFor, type OrderStock, sumOf, takenFor } from './inventory-ledger.ts'
import { dispatchedUnits, type StockLine } from './inventory-lines.ts'
import { freeUpTo, locationOf, moveAlong, openUnits, reserve, unitsStillInStock } from './inventory-reservations.ts'
import { levelAt } from './stock-changes.ts'

/** How it went, by SKU. */
export type Withdrawn = {
  /** In thousandths; 0 when there was nothing left to take. */
  taken: number
  /** Put back into stock, in thousandths. */
  putBack: number
  /** SKUs without stock keeping at any location. */
  unknown: Set<string>
  /** Backorder lines that went out although there was less in stock. */
  short: Set<string>
  /** Lines with less stock than was sent, with the missing units. */
  missing: Missing[]
}

/** A line that is short, and how many units of it are missing, in thousandths. */
export type Missing = { line: StockLine; units: number }

export type Withdrawing = {
  lines: readonly StockLine[]
  /**
   * True: what is taken uses up the reservation of its line, what is put back is reserved for it
   * again if it was before, and reservations of goods that are elsewhere now move along.
   */
  freesReservations: boolean
}

/**
 * Withdraws units that have left the shipments and are not withdrawn yet, and puts back withdrawn
 * units that have not left after all, so that no unit is lost (inventory.md#withdrawals).
 * Withdrawals of goods that have moved to another shipment count there. A short line is withdrawn
 * as far as there is stock, and a repetition withdraws the rest later.
 */
export function withdrawAll(stock: OrderStock, { lines, freesReservations }: Withdrawing): Withdrawn {
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
    // What is missing stays reserved, so that a later run gets it.
    const isShort = (line: StockLine) => result.missing.some((missing) => missing.line === line)
    moveAlong(stock, { unitsOf: (stock, line) => (isShort(line) ? unitsStillInStock : openUnits)(stock, line) })
  }
  result.putBack = sumOf(undone, ({ units }) => units)
  return result
}

function reserveAgain(stock: OrderStock, undone: readonly Undone[]): void {
  for (const { line, units } of undone) if (wasReserved(stock, line)) reserve(stock, line, { unitsMax: units })
}

function wasReserved(stock: OrderStock, line: StockLine): boolean {
  return entriesOf(stock, line.lineItemId).some((entry) => isOf(entry, line) && entry.wasReserved)
}

/** What was put back for a line, in thousandths. */
type Undone = { line: StockLine; units: number }

/**
 * Puts back what was taken for the lines beyond what has left their shipments. Of all of them
 * first: what one puts back another may take, and a repetition must not find more than there was.
 */
function giveBackUndone(stock: OrderStock, lines: readonly StockLine[]): Undone[] {
  return lines.map((line) => ({ line, units: giveBackOf(stock, line) })).filter(({ units }) => units > 0)
}

/** Puts units back where they came from, the last location first. Returns how many. */
function giveBackOf(stock: OrderStock, line: StockLine): number {
  const surplus = Math.max(0, takenFor(stock, line) - dispatchedUnits(line))
  let left = surplus
  for (const entry of entriesOf(stock, line.lineItemId).toReversed()) {
    const units = isOf(entry, line) ? Math.min(left, entry.taken) : 0
    if (units <= 0) continue
    moveFor(stock, entry, { location: entry, kind: 'Withdrawal', quantityDelta: units, reservedDelta: 0 })
    left -= units
  }
  return surplus - left
}

function withdraw(stock: OrderStock, line: StockLine, due: number): number {
  const location = locationOf(line)
  const there = location === null ? 0 : (levelAt(stock.changes, location)?.quantity ?? 0)
  const units = Math.min(due, there)
  if (location === null || units === 0) return 0
  moveFor(stock, line, { location, kind: 'Withdrawal', quantityDelta: -units, reservedDelta: 0 })
  return units
}

/**
 * Puts back what was taken for another shipment beyond what that one holds now, as far as this line
 * needs it and can take it from its own location: what is put back and not taken again would be put
 * back once more by each repetition.
 */
function putBackSurplus(stock: OrderStock, line: StockLine, due: number): void {
  const location = locationOf(line)
  if (location === null) return
  let wanted = due
  let there = levelAt(stock.changes, location)?.quantity ?? 0
  for (const entry of entriesOf(stock, line.lineItemId)) {
    if (isOf(entry, line) || entry.skuId !== line.skuId) continue
    const isSameLocation = entry.warehouseCode === location.warehouseCode
    const units = Math.min(wanted, entry.taken, surplusOf(stock, entry), isSameLocation ? wanted : there)
    if (units <= 0) continue
    moveFor(stock, entry, { location: entry, kind: 'Withdrawal', quantityDelta: units, reservedDelta: 0 })
    wanted -= units
    if (!isSameLocation) there -= units
  }
}

function surplusOf(stock: OrderStock, entry: LedgerEntry): number {
  const held = sumOf(
    stock.lines.filter((line) => isOf(entry, line)),
    (line) => line.held,
  )
  return takenFor(stock, entry) - held
}
