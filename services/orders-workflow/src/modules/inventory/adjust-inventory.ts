import type { InventoryAdjustment, WrittenInventoryItem } from '@oms/contracts/orders/inventory'
import type { OrderDeps } from '../../order/order-deps.ts'
import { enterAdjustments } from './domain/inventory-by-hand.ts'
import { requireWarehouses, warehousesInScope } from './warehouse-scope.ts'
import { type InventoryWriter, writeByHand } from './write-by-hand.ts'

export type AdjustInventory = { rows: readonly InventoryAdjustment[]; writer: InventoryWriter }

/**
 * Adds to what there is or takes away from it, all rows or none, and answers each place once (inventory.md#inventory-writes). Raises `Forbidden`,
 * `QuantityNotAvailable` and `ValidationFailed`.
 */
export function adjustInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: AdjustInventory,
): Promise<WrittenInventoryItem[]> {
  requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), rows)
  return writeByHand(deps, { rows, cause: 'Adjust', writer, enter: enterAdjustments })
}
