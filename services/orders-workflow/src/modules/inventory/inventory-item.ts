import type { InventoryItem } from '@oms/contracts/orders/inventory/inventory'
import { fromUnits } from '../../order/document/units.ts'
import type { StoredLevel } from '../../order/stock/stock-store.ts'

/**
 * A level as the API returns it; available is the quantity that is not reserved
 * (inventory.md#stock-levels).
 */
export function inventoryItem({ skuId, warehouseCode, quantity, reserved, modified }: StoredLevel): InventoryItem {
  return {
    skuId,
    warehouseCode,
    quantity: fromUnits(quantity),
    reservedQuantity: fromUnits(reserved),
    availableQuantity: fromUnits(quantity - reserved),
    modified: modified.toISOString(),
  }
}
