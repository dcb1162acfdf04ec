import type { InventoryQuantity, WrittenInventoryItem } from '@oms/contracts/orders/inventory/inventory'
import type { OrderDeps } from '../../order/order-deps.ts'
import { checkQuantities, enterQuantities } from './domain/manual-inventory.ts'
import { requireWarehouses, warehousesInScope } from './warehouse-scope.ts'
import { type InventoryWriter, writeManualInventory } from './write-manual-inventory.ts'

export type SetInventory = { rows: readonly InventoryQuantity[]; writer: InventoryWriter }

/**
 * Sets quantities, all rows or none, and returns them in the order of the request
 * (inventory.md#inventory-writes). Raises `Forbidden` and `ValidationFailed`.
 */
export function setInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: SetInventory,
): Promise<WrittenInventoryItem[]> {
  requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), rows)
  checkQuantities(rows)
  return writeManualInventory(deps, { rows, cause: 'Set', writer, enter: enterQuantities })
}
