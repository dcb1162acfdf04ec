import type { WrittenInventoryItem } from '@oms/contracts/orders/inventory'
import type { OrderDeps } from '../../order/order-deps.ts'
import { openBook, placeKey, type StockBook, type StockPlace } from '../../order/stock/inventory-book.ts'
import { createPlaces, lockLevels, writeStock } from '../../order/stock/stock-store.ts'
import type { IsNew } from './domain/manual-inventory.ts'
import { inventoryItem } from './inventory-item.ts'
import { findUnknownWarehouses, NO_STORE_HAS_IT, refuseUnknownWarehouses } from './unknown-warehouses.ts'

/** Who writes inventory, and for which stores. */
export type InventoryWriter = { actor: string; correlationId: string; storeIds: readonly string[] | null }

export type ManualWrite<Row extends StockPlace> = {
  rows: readonly Row[]
  cause: string
  writer: InventoryWriter
  /** Applies the rows to the levels. Raises when they are invalid; nothing is written then. */
  enter(book: StockBook, rows: readonly Row[], isNew: IsNew): void
}

/**
 * Writes rows in one transaction, all or none, and returns the levels of their SKUs and warehouses,
 * each once, with a warning for a warehouse of no store. Raises `ValidationFailed` for such a
 * warehouse where the settings refuse it.
 */
export async function writeManualInventory<Row extends StockPlace>(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, cause, writer, enter }: ManualWrite<Row>,
): Promise<WrittenInventoryItem[]> {
  const { stores, settings } = deps.config()
  const unknown = findUnknownWarehouses(stores, rows)
  if (settings.inventory.refuseUnknownWarehouses) refuseUnknownWarehouses(rows, unknown)
  return deps.inTransaction(async (tx) => {
    const time = deps.now()
    await createPlaces(tx, rows, time)
    const levels = await lockLevels(tx, rows)
    const known = new Map(levels.map((level) => [placeKey(level), level]))
    const book = openBook(levels)
    enter(book, rows, (place) => known.get(placeKey(place))?.eventSequence === 0)
    const { actor, correlationId } = writer
    for (const level of await writeStock(tx, { levels, book, cause, actor, correlationId, time }))
      known.set(placeKey(level), level)
    const keys = [...new Set(rows.map(placeKey))]
    return keys
      .flatMap((key) => known.get(key) ?? [])
      .map((level) => ({ ...inventoryItem(level), warning: unknown.has(level.warehouseCode) ? NO_STORE_HAS_IT : null }))
  })
}
