import type { InventoryItem } from '@oms/contracts/orders/inventory/inventory'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { inventoryItem } from './inventory-item.ts'
import { loadLevels } from './inventory-queries.ts'
import { warehousesInScope, warehousesToRead } from './warehouse-scope.ts'

export type GetInventory = {
  skuIds: readonly string[]
  warehouseCode?: string | undefined
  /** The stores that the caller is limited to; null means all. */
  storeIds: readonly string[] | null
}

/**
 * The levels of some SKUs in the warehouses that the caller may see, by SKU and warehouse
 * (inventory.md#inventory-endpoints, security.md#store-scope).
 */
export async function getInventory(
  deps: Pick<OrderDeps, 'query' | 'config'>,
  { skuIds, warehouseCode, storeIds }: GetInventory,
): Promise<InventoryItem[]> {
  const config = deps.config()
  const warehouses = warehousesToRead(warehousesInScope(config, storeIds), warehouseCode)
  const levels = await loadLevels(deps, { skuIds, warehouses })
  return levels.map((level) => inventoryItem(level, config.settings.inventory.lowStockAt))
}
