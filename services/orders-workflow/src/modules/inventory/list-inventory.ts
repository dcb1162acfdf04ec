import type { InventoryItem, InventoryLevels } from '@open-oms/contracts/orders/inventory/inventory'
import { fromUnits, toUnits } from '@open-oms/money/quantities'
import { cursorFormat, isStorableText, parseJsonList } from '@open-oms/service-kit/input/cursor'
import type { StoredLevel } from '../../order/store/stock-store.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import {
  type LevelPosition,
  type LowLevelPosition,
  loadLevels,
  loadLevelsAfter,
  loadLowLevelsAfter,
} from './inventory-queries.ts'
import { warehousesInScope, warehousesToRead } from './warehouse-scope.ts'

export type ListInventory = {
  warehouseCode?: string | undefined
  /** True: only what is low, the fewest available first. */
  isLow?: boolean | undefined
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

const lowLevelCursor = cursorFormat<LowLevelPosition>({
  write: ({ available, skuId, warehouseCode }) => JSON.stringify([available, skuId, warehouseCode]),
  read(text) {
    const [available, skuId, warehouseCode] = parseJsonList(text)
    const isNumber = typeof available === 'number' && Math.abs(available) <= AVAILABLE_MAX
    return isNumber && isStorableText(skuId) && isStorableText(warehouseCode) ? { available, skuId, warehouseCode } : null
  },
  problem: 'is not the `next` of a list of low stock',
})

const beginning: LevelPosition = { skuId: '', warehouseCode: '' }
/** Beyond what a level can have. */
const AVAILABLE_MAX = 1e12
const lowest: LowLevelPosition = { ...beginning, available: -AVAILABLE_MAX }

/**
 * A page of the levels in the warehouses that the caller may see, by SKU and warehouse
 * (inventory.md#inventory-endpoints, security.md#store-scope), or of those that are low
 * (inventory.md#low-stock). Raises `ValidationFailed` for a cursor that the service never issued.
 */
export async function listInventory(
  deps: Pick<OrderDeps, 'reading' | 'config'>,
  { warehouseCode, isLow, after, take, storeIds }: ListInventory,
): Promise<InventoryLevels> {
  const config = deps.config()
  const { lowStockAt } = config.settings.inventory
  const page = { warehouses: warehousesToRead(warehousesInScope(config, storeIds), warehouseCode), take: take + 1 }
  const levels = isLow
    ? await loadLowLevelsAfter(deps.reading, { ...page, after: after ? lowLevelCursor.parse(after) : lowest, lowStockAt })
    : await loadLevelsAfter(deps.reading, { ...page, after: after ? levelCursor.parse(after) : beginning })
  const result = levels.slice(0, take).map((level) => inventoryItem(level, lowStockAt))
  const last = levels.length > take ? result.at(-1) : undefined
  return { result, next: last === undefined ? null : nextCursor(last, isLow) }
}

function nextCursor({ availableQuantity: available, ...level }: InventoryItem, isLow = false): string {
  return isLow ? lowLevelCursor.format({ ...level, available }) : levelCursor.format(level)
}

type GetInventory = {
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
