import type { Store } from '@oms/contracts/config/stores'
import type { InventoryAdjustment, InventoryQuantity, WrittenInventoryItem } from '@oms/contracts/orders/inventory/inventory'
import { collectProblems } from '@oms/contracts/problems'
import { locationKey, type StockChanges, type StockLocation, startStockChanges } from '../../order/rules/stock/stock-changes.ts'
import { createLocations, lockLevels, writeStock } from '../../order/store/stock-store.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { checkQuantities, enterAdjustments, enterQuantities, type IsNew } from './domain/manual-inventory.ts'
import { inventoryItem } from './inventory-item.ts'
import { requireWarehouses, warehousesInScope } from './warehouse-scope.ts'

/** Who writes inventory, and for which stores. */
export type InventoryWriter = { actor: string; correlationId: string; storeIds: readonly string[] | null }

/** The warning for a warehouse of no store: no order takes goods from it unless it names it. */
const NO_STORE_HAS_IT = 'No store has this warehouse.'

type ManualWrite<Row extends StockLocation> = {
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
async function writeManualInventory<Row extends StockLocation>(
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

/**
 * Sets quantities, all rows or none, and returns them in the order of the request
 * (inventory.md#inventory-writes). Raises `Forbidden` and `ValidationFailed`.
 */
export function setInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: { rows: readonly InventoryQuantity[]; writer: InventoryWriter },
): Promise<WrittenInventoryItem[]> {
  requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), rows)
  checkQuantities(rows)
  return writeManualInventory(deps, { rows, cause: 'Set', writer, enter: enterQuantities })
}

/**
 * Adds to quantities or subtracts from them, all rows or none, and returns each SKU and warehouse
 * once (inventory.md#inventory-writes). Raises `Forbidden`, `QuantityNotAvailable` and
 * `ValidationFailed`.
 */
export function adjustInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: { rows: readonly InventoryAdjustment[]; writer: InventoryWriter },
): Promise<WrittenInventoryItem[]> {
  requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), rows)
  return writeManualInventory(deps, { rows, cause: 'Adjust', writer, enter: enterAdjustments })
}

type Row = { warehouseCode: string }

/** The warehouses of the rows that no store has, case-sensitive as everywhere in the stock. */
function findUnknownWarehouses(stores: readonly Store[], rows: readonly Row[]): ReadonlySet<string> {
  const known = new Set(stores.flatMap(({ warehouses }) => warehouses))
  return new Set(rows.map(({ warehouseCode }) => warehouseCode).filter((code) => !known.has(code)))
}

/** Refuses, with `ValidationFailed`, each row whose warehouse is among the unknown ones. */
function refuseUnknownWarehouses(rows: readonly Row[], unknown: ReadonlySet<string>): void {
  const problems = collectProblems()
  for (const [index, { warehouseCode }] of rows.entries()) {
    if (unknown.has(warehouseCode)) problems.add(`[${index}].warehouseCode`, 'is a warehouse of no store')
  }
  problems.throwIfAny()
}
