import type { InventoryItem } from '@oms/contracts/orders/inventory/inventory'
import { fromUnits, toUnits } from '@oms/money/quantities'
import type { StoredLevel } from '../../order/store/stock-store.ts'

/**
 * A level as the API returns it, for a tenant whose stock is low at so many units
 * where the level says nothing else; available is the
 * quantity that is not reserved (inventory.md#stock-levels).
 */
export function inventoryItem(level: StoredLevel, lowStockAt: number): InventoryItem {
  const { skuId, warehouseCode, quantity, reserved, modified, lowStockAt: ownLimit } = level
  return {
    skuId,
    warehouseCode,
    quantity: fromUnits(quantity),
    reservedQuantity: fromUnits(reserved),
    availableQuantity: fromUnits(quantity - reserved),
    isLow: quantity - reserved <= (ownLimit ?? toUnits(lowStockAt)),
    lowStockAt: ownLimit === null ? null : fromUnits(ownLimit),
    modified: modified.toISOString(),
  }
}
