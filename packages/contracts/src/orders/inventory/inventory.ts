import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, LongInteger, Model, Nullable, Quantity, Text, Word } from '../../primitives.ts'

/** Most rows of one write of inventory (inventory.md#stock-levels). */
export const INVENTORY_ROWS_MAX = 1000
/** Longest id of a SKU and longest code of a warehouse that stock is kept under. */
export const STOCK_NAME_MAX = 250

/**
 * What is kept of a SKU in a warehouse (inventory.md#stock-levels). Available is what is neither
 * reserved nor gone; negative for backorders.
 */
const itemProperties = {
  skuId: described(Text, 'The SKU, in its letter case.'),
  warehouseCode: described(Text, 'The warehouse, in its letter case.'),
  quantity: described(Quantity, 'How many units there are; never below zero.'),
  reservedQuantity: described(Quantity, 'How many of them are reserved for orders.'),
  availableQuantity: described(
    Quantity,
    '`quantity` minus `reservedQuantity`; negative when backorders are reserved beyond the stock.',
  ),
  isLow: described(Flag, 'Whether `availableQuantity` is at most `lowStockAt`, else at most setting `inventory.lowStockAt`.'),
  lowStockAt: described(Nullable(Quantity), 'At so many available units the level is low. Null: at those of the setting.'),
  modified: described(DateTime, 'When the level changed last.'),
}
export const InventoryItem = Model('InventoryItem', itemProperties, 'The stock of a SKU in a warehouse.')
export type InventoryItem = Static<typeof InventoryItem>

/** A page of levels. */
export const InventoryLevels = Model(
  'InventoryLevels',
  {
    result: described(
      Type.Array(InventoryItem),
      'The levels, by SKU and warehouse; those of `isLow` by what is available, the fewest first.',
    ),
    next: described(Nullable(Text), 'What to send as `after` for the levels that follow. Null when there are none.'),
  },
  'A page of stock levels.',
)
export type InventoryLevels = Static<typeof InventoryLevels>

/** What is kept of a SKU in a warehouse after a write. */
export const WrittenInventoryItem = Model(
  'WrittenInventoryItem',
  {
    ...itemProperties,
    warning: described(
      Nullable(Text),
      'What is odd about the row although it was written, such as a warehouse of no store. Null when nothing is.',
    ),
  },
  'The stock of a SKU in a warehouse after a write.',
)
export type WrittenInventoryItem = Static<typeof WrittenInventoryItem>

/**
 * Why stock moved: `Set`, `Adjust` and `Transfer` manually; for an order `Reservation` (made or
 * freed), `Withdrawal` (out of stock, with the reservation that it used up) and `Return` (back into
 * stock).
 */
export const movementKinds = ['Set', 'Adjust', 'Transfer', 'Reservation', 'Withdrawal', 'Return'] as const
export type MovementKind = (typeof movementKinds)[number]

/** One change of the inventory of a SKU in a warehouse (inventory.md#stock-levels). */
export const InventoryMovement = Model(
  'InventoryMovement',
  {
    id: described(LongInteger, 'The number of the movement.'),
    skuId: described(Text, 'The SKU.'),
    warehouseCode: described(Text, 'The warehouse.'),
    kind: described(
      Word(movementKinds),
      'Why stock moved: `Set`, `Adjust` and `Transfer` by a write of inventory; for an order `Reservation`, `Withdrawal` and `Return`.',
    ),
    quantityDelta: described(Quantity, 'By how much `quantity` changed.'),
    reservedDelta: described(Quantity, 'By how much `reservedQuantity` changed.'),
    orderId: described(Nullable(Text), 'The order that caused it. Null: a write of inventory, or an order of another store.'),
    shipmentId: described(Nullable(Text), 'The shipment of that order.'),
    lineItemId: described(Nullable(Text), 'The line of that order.'),
    reason: described(Nullable(Text), 'The reason that an adjustment or a transfer was sent with.'),
    created: described(DateTime, 'When it happened.'),
  },
  'One change of the stock of a SKU in a warehouse.',
)
export type InventoryMovement = Static<typeof InventoryMovement>

export const InventoryMovements = Model(
  'InventoryMovements',
  {
    result: described(Type.Array(InventoryMovement), 'The movements, the oldest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the movements that follow. Null when there are none yet.'),
  },
  'A page of stock movements.',
)
export type InventoryMovements = Static<typeof InventoryMovements>

const StockName = Type.String({
  minLength: 1,
  maxLength: STOCK_NAME_MAX,
  pattern: '\\S',
  description: 'must hold more than blanks',
})

export const InventoryQuantity = Model(
  'InventoryQuantity',
  {
    skuId: described(StockName, 'The SKU; letter case counts.'),
    warehouseCode: described(StockName, 'The warehouse; letter case counts.'),
    quantity: described(
      Type.Optional(Quantity),
      'How many units there are now; not negative. It replaces the former quantity. Absent: it stays.',
    ),
    lowStockAt: described(
      Type.Optional(Nullable(Quantity)),
      'At so many available units the level is low; not negative. Null: at those of the setting. Absent: it stays.',
    ),
  },
  'How much there is of a SKU in a warehouse.',
)
export type InventoryQuantity = Static<typeof InventoryQuantity>

export const InventoryAdjustment = Model(
  'InventoryAdjustment',
  {
    skuId: described(StockName, 'The SKU; letter case counts.'),
    warehouseCode: described(StockName, 'The warehouse; letter case counts.'),
    delta: described(
      Quantity,
      'How many units are added; negative: units are removed. Below zero is 400 `QuantityNotAvailable`.',
    ),
    reason: described(Type.Optional(Type.String({ maxLength: 1000 })), 'Why. The movement keeps it.'),
  },
  'A change of the stock of a SKU in a warehouse.',
)
export type InventoryAdjustment = Static<typeof InventoryAdjustment>

export const InventoryTransfer = Model(
  'InventoryTransfer',
  {
    skuId: described(StockName, 'The SKU; letter case counts.'),
    fromWarehouseCode: described(StockName, 'The warehouse that the units leave; letter case counts.'),
    toWarehouseCode: described(StockName, 'The warehouse that they come to; another one.'),
    quantity: described(Quantity, 'How many units; above 0 and at most what is available where they leave.'),
    reason: described(Type.Optional(Type.String({ maxLength: 1000 })), 'Why. Both movements keep it.'),
  },
  'Units of a SKU that go from one warehouse to another.',
)
export type InventoryTransfer = Static<typeof InventoryTransfer>
