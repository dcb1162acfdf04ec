import type { InventoryItem } from '@oms/contracts/orders/inventory/inventory'
import { fromUnits, toUnits } from '@oms/money/quantities'
import type { StoredLevel } from '../../order/store/stock-store.ts'

/**
 * A level as the API returns it, for a tenant whose stock is low at so many units; available is the
 * quantity that is not reserved (inventory.md#stock-levels).
 */
export function inventoryItem(level: StoredLevel, lowStockAt: number): InventoryItem {
  const { skuId, warehouseCode, quantity, reserved, modified } = level
  return {
    skuId,
    warehouseCode,
    quantity: fromUnits(quantity),
    reservedQuantity: fromUnits(reserved),
    availableQuantity: fromUnits(quantity - reserved),
    isLow: quantity - reserved <= toUnits(lowStockAt),
    modified: modified.toISOString(),
  }
}
