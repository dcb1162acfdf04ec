import type { InventoryItem } from '@oms/contracts/orders/inventory/inventory'
import { fromUnits } from '@oms/money/quantities'
import type { StoredLevel } from '../../order/store/stock-store.ts'

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
