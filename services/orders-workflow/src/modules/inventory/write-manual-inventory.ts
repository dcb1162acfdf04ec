import type { WrittenInventoryItem } from '@oms/contracts/orders/inventory/inventory'
import type { OrderDeps } from '../../order/order-deps.ts'
import { locationKey, type StockChanges, type StockLocation, startStockChanges } from '../../order/stock/stock-changes.ts'
import { createLocations, lockLevels, writeStock } from '../../order/stock/stock-store.ts'
import type { IsNew } from './domain/manual-inventory.ts'
import { inventoryItem } from './inventory-item.ts'
import { findUnknownWarehouses, NO_STORE_HAS_IT, refuseUnknownWarehouses } from './unknown-warehouses.ts'

/** Who writes inventory, and for which stores. */
export type InventoryWriter = { actor: string; correlationId: string; storeIds: readonly string[] | null }

export type ManualWrite<Row extends StockLocation> = {
  rows: readonly Row[]
  cause: string
  writer: InventoryWriter
  /** Applies the rows to the levels. Raises when they are invalid; nothing is written then. */
  enter(book: StockChanges, rows: readonly Row[], isNew: IsNew): void
}

/**
 * Writes rows in one transaction, all or none, and returns the levels of their SKUs and warehouses,
 * each once, with a warning for a warehouse of no store. Raises `ValidationFailed` for such a
 * warehouse where the settings refuse it.
 */
export async function writeManualInventory<Row extends StockLocation>(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, cause, writer, enter }: ManualWrite<Row>,
): Promise<WrittenInventoryItem[]> {
  const { stores, settings } = deps.config()
  const unknown = findUnknownWarehouses(stores, rows)
  if (settings.inventory.refuseUnknownWarehouses) refuseUnknownWarehouses(rows, unknown)
  return deps.inTransaction(async (tx) => {
    const time = deps.now()
    await createLocations(tx, rows, time)
    const levels = await lockLevels(tx, rows)
    const known = new Map(levels.map((level) => [locationKey(level), level]))
    const changes = startStockChanges(levels)
    enter(changes, rows, (location) => known.get(locationKey(location))?.eventSequence === 0)
    const { actor, correlationId } = writer
    for (const level of await writeStock(tx, { levels, changes, cause, actor, correlationId, time }))
      known.set(locationKey(level), level)
    const keys = [...new Set(rows.map(locationKey))]
    return keys
      .flatMap((key) => known.get(key) ?? [])
      .map((level) => ({ ...inventoryItem(level), warning: unknown.has(level.warehouseCode) ? NO_STORE_HAS_IT : null }))
  })
}
