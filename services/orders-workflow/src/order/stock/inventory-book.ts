import { invariant } from '@oms/contracts/errors'
import type { MovementKind } from '@oms/contracts/orders/inventory'

/** Where stock is kept. */
export type StockPlace = { skuId: string; warehouseCode: string }

/** What there is at a place, in thousandths. */
export type StockLevel = StockPlace & { quantity: number; reserved: number }

/** One movement at a place, in thousandths (inventory.md#stock-movements). */
export type StockMove = StockPlace & {
  kind: MovementKind
  quantityDelta: number
  reservedDelta: number
  orderId: string | null
  shipmentId: string | null
  lineItemId: string | null
  returnId: string | null
  reason: string | null
}

/** Levels as they are after the movements so far; `move` carries them on. */
export type StockBook = { levels: Map<string, StockLevel>; moves: StockMove[] }

/** Tells places apart. */
export function placeKey({ skuId, warehouseCode }: StockPlace): string {
  return JSON.stringify([skuId, warehouseCode])
}

export function openBook(levels: readonly StockLevel[]): StockBook {
  return { levels: new Map(levels.map((level) => [placeKey(level), level])), moves: [] }
}

/** What there is at a place; null where nothing was ever kept. */
export function levelAt(book: StockBook, place: StockPlace): StockLevel | null {
  return book.levels.get(placeKey(place)) ?? null
}

/** What at a place nobody has reserved, at least nothing. */
export function availableAt(book: StockBook, place: StockPlace): number {
  const level = levelAt(book, place)
  return level === null ? 0 : Math.max(0, level.quantity - level.reserved)
}

/** Enters a movement, which must leave at least nothing at a place where stock is kept. */
export function move(book: StockBook, entered: StockMove): void {
  const level = levelAt(book, entered)
  invariant(level !== null, `stock of "${entered.skuId}" is kept in "${entered.warehouseCode}"`)
  const quantity = level.quantity + entered.quantityDelta
  const reserved = level.reserved + entered.reservedDelta
  invariant(quantity >= 0 && reserved >= 0, `what there is of "${entered.skuId}" in "${entered.warehouseCode}" is not negative`)
  book.levels.set(placeKey(entered), { ...level, quantity, reserved })
  book.moves.push(entered)
}
