import { invalid } from '@oms/contracts/errors'
import type { InventoryLevels } from '@oms/contracts/orders/inventory/inventory'
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
    after: after ? parseCursor(after) : beginning,
    warehouses: warehousesToRead(warehousesInScope(deps.config(), storeIds), warehouseCode),
    take: take + 1,
  })
  const result = levels.slice(0, take)
  const last = result.at(-1)
  return { result: result.map(inventoryItem), next: levels.length > take && last !== undefined ? formatCursor(last) : null }
}

function formatCursor({ skuId, warehouseCode }: LevelPosition): string {
  return Buffer.from(JSON.stringify([skuId, warehouseCode])).toString('base64url')
}

function parseCursor(cursor: string): LevelPosition {
  try {
    const [skuId, warehouseCode] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    // A text that Postgres does not take is no position either.
    const isPosition = [skuId, warehouseCode].every((text) => typeof text === 'string' && !text.includes('\u0000'))
    if (isPosition && formatCursor({ skuId, warehouseCode }) === cursor) return { skuId, warehouseCode }
  } catch {
    throw invalid('after', 'is not the `next` of a list of stock')
  }
  throw invalid('after', 'is not the `next` of a list of stock')
}
