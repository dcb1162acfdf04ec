import type { InventoryItem } from '@oms/contracts/orders/inventory'
import { fromUnits } from '../../order/document/units.ts'
import type { StoredLevel } from '../../order/stock/stock-store.ts'

/** A level as it is answered; available is what is not reserved (inventory.md#stock-levels). */
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
