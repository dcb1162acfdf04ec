import type { InventoryLevels } from '@oms/contracts/orders/inventory/inventory'
import { cursorFormat, isStorableText, parseJsonList } from '@oms/service-kit/input/cursor'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { inventoryItem } from './inventory-item.ts'
import { type LevelPosition, loadLevelsAfter } from './inventory-queries.ts'
import { warehousesInScope, warehousesToRead } from './warehouse-scope.ts'

export type ListInventory = {
  warehouseCode?: string | undefined
  /** `next` of the page before. */
  after?: string | undefined
  take: number
  /** The stores that the caller is limited to; null means all. */
  storeIds: readonly string[] | null
}

const levelCursor = cursorFormat<LevelPosition>({
  write: ({ skuId, warehouseCode }) => JSON.stringify([skuId, warehouseCode]),
  read(text) {
    const [skuId, warehouseCode] = parseJsonList(text)
    return isStorableText(skuId) && isStorableText(warehouseCode) ? { skuId, warehouseCode } : null
  },
  problem: 'is not the `next` of a list of stock',
})

const beginning: LevelPosition = { skuId: '', warehouseCode: '' }

/**
 * A page of the levels in the warehouses that the caller may see, by SKU and warehouse
 * (inventory.md#inventory-endpoints, security.md#store-scope). Raises `ValidationFailed` for a
 * cursor that the service never issued.
 */
export async function listInventory(
  deps: Pick<OrderDeps, 'reading' | 'config'>,
  { warehouseCode, after, take, storeIds }: ListInventory,
): Promise<InventoryLevels> {
  const levels = await loadLevelsAfter(deps.reading, {
    after: after ? levelCursor.parse(after) : beginning,
    warehouses: warehousesToRead(warehousesInScope(deps.config(), storeIds), warehouseCode),
    take: take + 1,
  })
  const result = levels.slice(0, take)
  const last = result.at(-1)
  return { result: result.map(inventoryItem), next: levels.length > take && last !== undefined ? levelCursor.format(last) : null }
}
