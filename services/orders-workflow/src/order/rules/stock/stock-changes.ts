import { invariant } from '@open-oms/contracts/errors'
import type { MovementKind } from '@open-oms/contracts/orders/inventory/inventory'

/** A location where stock is kept. */
export type StockLocation = { skuId: string; warehouseCode: string }

/** The stock at a location, in thousandths. */
export type StockLevel = StockLocation & { quantity: number; reserved: number }

/** One movement at a location, in thousandths (inventory.md#stock-movements). */
export type StockMove = StockLocation & {
  kind: MovementKind
  quantityDelta: number
  reservedDelta: number
  orderId: string | null
  shipmentId: string | null
  lineItemId: string | null
  returnId: string | null
  reason: string | null
}

/** The movements of a command so far, and the levels after them; `move` adds a movement. */
export type StockChanges = { levels: Map<string, StockLevel>; moves: StockMove[] }

/** The key of a location. */
export function locationKey({ skuId, warehouseCode }: StockLocation): string {
  return JSON.stringify([skuId, warehouseCode])
}

export function startStockChanges(levels: readonly StockLevel[]): StockChanges {
  return { levels: new Map(levels.map((level) => [locationKey(level), level])), moves: [] }
}

/** The level at a location; null where stock was never kept. */
export function levelAt(changes: StockChanges, location: StockLocation): StockLevel | null {
  return changes.levels.get(locationKey(location)) ?? null
}

/** The unreserved quantity at a location, at least 0. */
export function availableAt(changes: StockChanges, location: StockLocation): number {
  const level = levelAt(changes, location)
  return level === null ? 0 : Math.max(0, level.quantity - level.reserved)
}

/** Adds a movement, which must leave at least 0 at a location where stock is kept. */
export function move(changes: StockChanges, entered: StockMove): void {
  const level = levelAt(changes, entered)
  invariant(level !== null, `stock of "${entered.skuId}" is kept in "${entered.warehouseCode}"`)
  const quantity = level.quantity + entered.quantityDelta
  const reserved = level.reserved + entered.reservedDelta
  invariant(quantity >= 0 && reserved >= 0, `what there is of "${entered.skuId}" in "${entered.warehouseCode}" is not negative`)
  changes.levels.set(locationKey(entered), { ...level, quantity, reserved })
  changes.moves.push(entered)
}
