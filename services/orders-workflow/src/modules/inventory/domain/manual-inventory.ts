import { DomainError } from '@open-oms/contracts/errors'
import type { InventoryAdjustment, InventoryQuantity, InventoryTransfer } from '@open-oms/contracts/orders/inventory/inventory'
import { collectProblems } from '@open-oms/contracts/problems'
import { fromUnits, toUnits, UNITS_MAX } from '@open-oms/money/quantities'
import {
  availableAt,
  levelAt,
  locationKey,
  move,
  type StockChanges,
  type StockMove,
} from '../../../order/rules/stock/stock-changes.ts'

const manualMove = { reservedDelta: 0, orderId: null, shipmentId: null, lineItemId: null, returnId: null, reason: null }

/**
 * Refuses quantities below zero, and a SKU and warehouse that is named twice, which is ambiguous.
 * Raises `ValidationFailed`.
 */
export function checkQuantities(rows: readonly InventoryQuantity[]): void {
  const problems = collectProblems()
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const { quantity = 0, lowStockAt } = row
    if (row.quantity === undefined && lowStockAt === undefined)
      problems.add(`[${index}].quantity`, 'must be there, or lowStockAt')
    if (quantity < 0) problems.add(`[${index}].quantity`, 'must not be below 0')
    if (typeof lowStockAt === 'number' && lowStockAt < 0) problems.add(`[${index}].lowStockAt`, 'must not be below 0')
    if (seen.has(locationKey(row))) problems.add(`[${index}]`, 'names a SKU and warehouse that the list has before')
    seen.add(locationKey(row))
  }
  problems.throwIfAny()
}

/** Whether a SKU and warehouse has no level yet: then a quantity of 0 is a change too. */
export type IsNew = (place: Place) => boolean

/** Enters absolute quantities; one that is not named stays (inventory.md#inventory-writes). */
export function enterQuantities(book: StockChanges, rows: readonly InventoryQuantity[], isNew: IsNew): void {
  for (const row of rows) {
    const there = levelAt(book, row)?.quantity ?? 0
    const quantityDelta = row.quantity === undefined ? 0 : toUnits(row.quantity) - there
    if (quantityDelta !== 0 || isNew(row)) move(book, manualStockMove(row, { kind: 'Set', quantityDelta, reason: null }))
  }
}

/**
 * Enters adjustments one after the other (inventory.md#inventory-writes). Raises
 * `QuantityNotAvailable` for a result below 0, and `ValidationFailed` for one above the maximum.
 */
export function enterAdjustments(book: StockChanges, rows: readonly InventoryAdjustment[], isNew: IsNew): void {
  const tooMuch = collectProblems()
  const missing: Record<string, string[]> = {}
  for (const [index, row] of rows.entries()) {
    const there = levelAt(book, row)?.quantity ?? 0
    const quantityDelta = toUnits(row.delta)
    if (there + quantityDelta < 0) missing[`[${index}].delta`] = [`would leave less than nothing: there are ${fromUnits(there)}`]
    else if (there + quantityDelta > UNITS_MAX) tooMuch.add(`[${index}].delta`, 'would leave more than can be counted')
    else if (quantityDelta !== 0 || isNew(row))
      move(book, manualStockMove(row, { kind: 'Adjust', quantityDelta, reason: row.reason ?? null }))
  }
  tooMuch.throwIfAny()
  if (Object.keys(missing).length > 0)
    throw new DomainError('QuantityNotAvailable', 'The stock is lower than the quantity to remove.', { errors: missing })
}

/**
 * Refuses transfers of nothing, and those that begin and end in one warehouse. Raises
 * `ValidationFailed`.
 */
export function checkTransfers(rows: readonly InventoryTransfer[]): void {
  const problems = collectProblems()
  for (const [index, row] of rows.entries()) {
    if (row.quantity <= 0) problems.add(`[${index}].quantity`, 'must be above 0')
    if (row.fromWarehouseCode === row.toWarehouseCode)
      problems.add(`[${index}].toWarehouseCode`, 'is the warehouse that the units leave')
  }
  problems.throwIfAny()
}

/**
 * Enters transfers one after the other, as two movements each that add up to nothing
 * (inventory.md#transfers). Raises `QuantityNotAvailable` where less is available, and
 * `ValidationFailed` where more would come than can be counted.
 */
export function enterTransfers(book: StockChanges, rows: readonly InventoryTransfer[]): void {
  const tooMuch = collectProblems()
  const missing: Record<string, string[]> = {}
  for (const [index, { skuId, fromWarehouseCode, toWarehouseCode, quantity, reason = null }] of rows.entries()) {
    const [from, to] = [fromWarehouseCode, toWarehouseCode].map((warehouseCode) => ({ skuId, warehouseCode })) as [Place, Place]
    const units = toUnits(quantity)
    const available = availableAt(book, from)
    if (available < units) missing[`[${index}].quantity`] = [`is more than is available: ${fromUnits(available)}`]
    else if ((levelAt(book, to)?.quantity ?? 0) + units > UNITS_MAX)
      tooMuch.add(`[${index}].quantity`, 'would leave more than can be counted')
    else {
      move(book, manualStockMove(from, { kind: 'Transfer', quantityDelta: -units, reason }))
      move(book, manualStockMove(to, { kind: 'Transfer', quantityDelta: units, reason }))
    }
  }
  tooMuch.throwIfAny()
  if (Object.keys(missing).length > 0)
    throw new DomainError('QuantityNotAvailable', 'Less is available than the quantity to move.', { errors: missing })
}

type Place = { skuId: string; warehouseCode: string }

function manualStockMove(
  { skuId, warehouseCode }: Place,
  fields: Pick<StockMove, 'kind' | 'quantityDelta' | 'reason'>,
): StockMove {
  return { ...manualMove, skuId, warehouseCode, ...fields }
}
