import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute } from '../../route.ts'
import {
  INVENTORY_ROWS_MAX,
  InventoryAdjustment,
  InventoryItem,
  InventoryLevels,
  InventoryMovements,
  InventoryQuantity,
  InventoryTransfer,
  WrittenInventoryItem,
} from './inventory.ts'

/** Most SKUs of one look at the inventory (inventory.md#stock-levels). */
export const INVENTORY_SKUS_MAX = 500
/** Most rows of one transfer: each writes two levels. */
const TRANSFER_ROWS_MAX = INVENTORY_ROWS_MAX / 2
export const MOVEMENTS_MAX = 250
export const MOVEMENTS_DEFAULT = 50

export const getInventory = defineRoute({
  method: 'GET',
  url: '/api/Inventory',
  operationId: 'getInventory',
  summary: 'Returns the stock of some SKUs, by warehouse.',
  description: 'A SKU of which no stock is kept is left out.',
  tags: ['Inventory'],
  access: ['OrderRead'],
  query: Type.Object({
    skuIds: described(Type.Array(Type.String(), { minItems: 1, maxItems: INVENTORY_SKUS_MAX }), 'The SKUs to look at.'),
    warehouseCode: Type.Optional(Type.String({ description: 'This warehouse only.' })),
  }),
  responses: { 200: Type.Array(InventoryItem) },
})

export const listInventory = defineRoute({
  method: 'GET',
  url: '/api/Inventory/Levels',
  operationId: 'listInventory',
  summary: 'Lists all stock, by SKU and warehouse, or what is low.',
  description: "A client that is limited to stores sees its stores' warehouses.",
  tags: ['Inventory'],
  access: ['OrderRead'],
  reads: 'standby',
  query: Type.Object({
    warehouseCode: Type.Optional(Type.String({ description: 'This warehouse only.' })),
    isLow: Type.Optional(
      Type.Boolean({ description: 'True: only levels that are low, the fewest available first. False is the same as absent.' }),
    ),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: INVENTORY_ROWS_MAX, default: INVENTORY_ROWS_MAX })),
      'How many levels a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: InventoryLevels },
})

const unknownWarehouses =
  'A warehouse of no store is accepted, and the row of the result has a `warning`; with setting `inventory.refuseUnknownWarehouses` it is 400.'

export const setInventory = defineRoute({
  method: 'PUT',
  url: '/api/Inventory',
  operationId: 'setInventory',
  summary: 'Sets the inventory of SKUs in warehouses.',
  description: `The quantities are absolute; one that is absent stays, as does when the level is low. What is reserved stays. All rows are written, or none. ${unknownWarehouses}`,
  tags: ['Inventory'],
  access: ['OrderAdmin'],
  body: Type.Array(InventoryQuantity, { minItems: 1, maxItems: INVENTORY_ROWS_MAX }),
  responses: { 200: Type.Array(WrittenInventoryItem) },
  bodyLimit: BODY_LIMIT_BATCH,
})

export const adjustInventory = defineRoute({
  method: 'POST',
  url: '/api/Inventory/Adjust',
  operationId: 'adjustInventory',
  summary: 'Adjusts the inventory of SKUs in warehouses by a difference.',
  description: `All rows are written, or none: when one would leave less than nothing the response is 400. ${unknownWarehouses}`,
  tags: ['Inventory'],
  access: ['OrderAdmin'],
  body: Type.Array(InventoryAdjustment, { minItems: 1, maxItems: INVENTORY_ROWS_MAX }),
  responses: { 200: Type.Array(WrittenInventoryItem) },
  bodyLimit: BODY_LIMIT_BATCH,
})

export const transferInventory = defineRoute({
  method: 'POST',
  url: '/api/Inventory/Transfer',
  operationId: 'transferInventory',
  summary: 'Moves units of SKUs from one warehouse to another.',
  description: `All rows are moved, or none: more than is available where they leave is 400. Returns both levels of each row. ${unknownWarehouses}`,
  tags: ['Inventory'],
  access: ['OrderAdmin'],
  body: Type.Array(InventoryTransfer, { minItems: 1, maxItems: TRANSFER_ROWS_MAX }),
  responses: { 200: Type.Array(WrittenInventoryItem) },
  bodyLimit: BODY_LIMIT_BATCH,
})

export const listInventoryMovements = defineRoute({
  method: 'GET',
  url: '/api/Inventory/Movements',
  operationId: 'listInventoryMovements',
  summary: 'Lists the changes of inventory, oldest first.',
  description:
    "A client that is limited to stores sees the changes in its stores' warehouses. Where another store's order made one, `orderId`, `shipmentId` and `lineItemId` are null, and the filter `orderId` does not find it.",
  tags: ['Inventory'],
  access: ['OrderRead'],
  reads: 'standby',
  query: Type.Object({
    skuId: described(Type.Optional(Type.String()), 'Only movements of this SKU.'),
    warehouseCode: described(Type.Optional(Type.String()), 'Only movements in this warehouse.'),
    orderId: described(Type.Optional(Type.String()), 'Only movements that this order caused.'),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MOVEMENTS_MAX, default: MOVEMENTS_DEFAULT })),
      'How many movements a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: InventoryMovements },
})

/** Every route about the inventory. */
export const inventoryRoutes = [
  getInventory,
  listInventory,
  setInventory,
  adjustInventory,
  transferInventory,
  listInventoryMovements,
] as const
