import { type Static, Type } from '@sinclair/typebox'
import { DateTime, LongInteger, Model, Nullable, Quantity, Text, Word } from '../../primitives.ts'

/** Most rows of one write of inventory (inventory.md#stock-levels). */
export const INVENTORY_ROWS_MAX = 1000
/** Longest id of a SKU and longest code of a warehouse that stock is kept under. */
export const STOCK_NAME_MAX = 250

/**
 * What is kept of a SKU in a warehouse (inventory.md#stock-levels). Available is what is neither
 * reserved nor gone; negative for backorders.
 */
const itemProperties = {
  skuId: Text,
  warehouseCode: Text,
  quantity: Quantity,
  reservedQuantity: Quantity,
  availableQuantity: Quantity,
  modified: DateTime,
}
export const InventoryItem = Model('InventoryItem', itemProperties)
export type InventoryItem = Static<typeof InventoryItem>

/** A page of all levels, by SKU and warehouse. */
export const InventoryLevels = Model('InventoryLevels', {
  result: Type.Array(InventoryItem),
  /** What to send as `after` for the levels that follow; null when there are none. */
  next: Nullable(Text),
})
export type InventoryLevels = Static<typeof InventoryLevels>

/** What is kept of a SKU in a warehouse after a write. */
export const WrittenInventoryItem = Model('WrittenInventoryItem', {
  ...itemProperties,
  /**
   * What is odd about the row although it was written, such as a warehouse of no store; null when
   * nothing is.
   */
  warning: Nullable(Text),
})
export type WrittenInventoryItem = Static<typeof WrittenInventoryItem>

/**
 * Why stock moved: `Set` and `Adjust` manually; for an order `Reservation` (made or freed),
 * `Withdrawal` (out of stock, with the reservation that it used up) and `Return` (back into stock).
 */
export const movementKinds = ['Set', 'Adjust', 'Reservation', 'Withdrawal', 'Return'] as const
export type MovementKind = (typeof movementKinds)[number]

/** One change of the inventory of a SKU in a warehouse (inventory.md#stock-levels). */
export const InventoryMovement = Model('InventoryMovement', {
  id: LongInteger,
  skuId: Text,
  warehouseCode: Text,
  kind: Word(movementKinds),
  quantityDelta: Quantity,
  reservedDelta: Quantity,
  orderId: Nullable(Text),
  shipmentId: Nullable(Text),
  lineItemId: Nullable(Text),
  reason: Nullable(Text),
  created: DateTime,
})
export type InventoryMovement = Static<typeof InventoryMovement>

export const InventoryMovements = Model('InventoryMovements', {
  /** Oldest first. */
  result: Type.Array(InventoryMovement),
  /** What to send as `after` for the movements that follow; null when there are none yet. */
  next: Nullable(Text),
})
export type InventoryMovements = Static<typeof InventoryMovements>

const StockName = Type.String({
  minLength: 1,
  maxLength: STOCK_NAME_MAX,
  pattern: '\\S',
  description: 'must hold more than blanks',
})

export const InventoryQuantity = Model('InventoryQuantity', {
  skuId: StockName,
  warehouseCode: StockName,
  quantity: Quantity,
})
export type InventoryQuantity = Static<typeof InventoryQuantity>

export const InventoryAdjustment = Model('InventoryAdjustment', {
  skuId: StockName,
  warehouseCode: StockName,
  delta: Quantity,
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type InventoryAdjustment = Static<typeof InventoryAdjustment>
