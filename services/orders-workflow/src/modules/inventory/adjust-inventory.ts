import type { InventoryAdjustment, WrittenInventoryItem } from '@oms/contracts/orders/inventory/inventory'
import type { OrderDeps } from '../../order/order-deps.ts'
import { enterAdjustments } from './domain/manual-inventory.ts'
import { requireWarehouses, warehousesInScope } from './warehouse-scope.ts'
import { type InventoryWriter, writeManualInventory } from './write-manual-inventory.ts'

export type AdjustInventory = { rows: readonly InventoryAdjustment[]; writer: InventoryWriter }

/**
 * Adds to quantities or subtracts from them, all rows or none, and returns each SKU and warehouse
 * once (inventory.md#inventory-writes). Raises `Forbidden`, `QuantityNotAvailable` and
 * `ValidationFailed`.
 */
export function adjustInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: AdjustInventory,
): Promise<WrittenInventoryItem[]> {
  requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), rows)
  return writeManualInventory(deps, { rows, cause: 'Adjust', writer, enter: enterAdjustments })
}
