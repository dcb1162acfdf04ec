import type { Store } from '@open-oms/contracts/config/stores'
import type {
  InventoryAdjustment,
  InventoryQuantity,
  InventoryTransfer,
  WrittenInventoryItem,
} from '@open-oms/contracts/orders/inventory/inventory'
import { collectProblems } from '@open-oms/contracts/problems'
import { toUnits } from '@open-oms/money/quantities'
import { locationKey, type StockChanges, type StockLocation, startStockChanges } from '../../order/rules/stock/stock-changes.ts'
import { createLocations, lockLevels, writeStock } from '../../order/store/stock-store.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import {
  checkQuantities,
  checkTransfers,
  enterAdjustments,
  enterQuantities,
  enterTransfers,
  type IsNew,
} from './domain/manual-inventory.ts'
import { type LowStockLimit, writeLowStockLimits } from './inventory-queries.ts'
import { inventoryItem } from './list-inventory.ts'
import { requireWarehouses, warehousesInScope } from './warehouse-scope.ts'

/** Who writes inventory, and for which stores. */
export type InventoryWriter = { actor: string; correlationId: string; storeIds: readonly string[] | null }

/** The warning for a warehouse of no store: no order takes goods from it unless it names it. */
const NO_STORE_HAS_IT = 'No store has this warehouse.'

type ManualWrite<Row> = {
  rows: readonly Row[]
  /** What each row writes, by the field that names its warehouse. */
  locations: Record<string, (row: Row) => StockLocation>
  cause: string
  writer: InventoryWriter
  /** At how many available units levels are low, where rows say so. */
  limits?: readonly LowStockLimit[]
  /** Applies the rows to the levels. Raises when they are invalid; nothing is written then. */
  enter(book: StockChanges, rows: readonly Row[], isNew: IsNew): void
}

/**
 * Writes rows in one transaction, all or none, and returns the levels of their SKUs and warehouses,
 * each once, with a warning for a warehouse of no store. Raises `ValidationFailed` for such a
 * warehouse where the settings refuse it.
 */
async function writeManualInventory<Row>(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, locations, cause, writer, limits = [], enter }: ManualWrite<Row>,
): Promise<WrittenInventoryItem[]> {
  const { stores, settings } = deps.config()
  const named = Object.entries(locations).map(([field, read]) => ({ field, places: rows.map(read) }))
  for (const { field, places } of named) requireWarehouses(warehousesInScope(deps.config(), writer.storeIds), places, field)
  const places = rows.flatMap((row) => Object.values(locations).map((read) => read(row)))
  const unknown = findUnknownWarehouses(stores, places)
  if (settings.inventory.refuseUnknownWarehouses) refuseUnknownWarehouses(named, unknown)
  return deps.inTransaction(async (tx) => {
    const time = deps.now()
    await createLocations(tx, places, time)
    const levels = await lockLevels(tx, places)
    const known = new Map(levels.map((level) => [locationKey(level), level]))
    const changes = startStockChanges(levels)
    enter(changes, rows, (location) => known.get(locationKey(location))?.eventSequence === 0)
    const { actor, correlationId } = writer
    for (const level of await writeStock(tx, { levels, changes, cause, actor, correlationId, time }))
      known.set(locationKey(level), level)
    await writeLowStockLimits(tx, limits)
    for (const limit of limits) {
      const level = known.get(locationKey(limit))
      const { lowStockAt } = limit
      if (level !== undefined)
        known.set(locationKey(limit), { ...level, lowStockAt: lowStockAt === null ? null : toUnits(lowStockAt) })
    }
    const keys = [...new Set(places.map(locationKey))]
    return keys
      .flatMap((key) => known.get(key) ?? [])
      .map((level) => ({
        ...inventoryItem(level, settings.inventory.lowStockAt),
        warning: unknown.has(level.warehouseCode) ? NO_STORE_HAS_IT : null,
      }))
  })
}

const ownLocation = { warehouseCode: (row: StockLocation) => row }

/**
 * Sets quantities and at how many available units each level is low, all rows or none, and returns
 * them in the order of the request
 * (inventory.md#inventory-writes). Raises `Forbidden` and `ValidationFailed`.
 */
export function setInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: { rows: readonly InventoryQuantity[]; writer: InventoryWriter },
): Promise<WrittenInventoryItem[]> {
  checkQuantities(rows)
  const limits = rows.flatMap(({ lowStockAt, ...row }) => (lowStockAt === undefined ? [] : [{ ...row, lowStockAt }]))
  return writeManualInventory(deps, { rows, locations: ownLocation, cause: 'Set', writer, limits, enter: enterQuantities })
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
  return writeManualInventory(deps, { rows, locations: ownLocation, cause: 'Adjust', writer, enter: enterAdjustments })
}

const bothLocations = {
  fromWarehouseCode: ({ skuId, fromWarehouseCode }: InventoryTransfer) => ({ skuId, warehouseCode: fromWarehouseCode }),
  toWarehouseCode: ({ skuId, toWarehouseCode }: InventoryTransfer) => ({ skuId, warehouseCode: toWarehouseCode }),
}

/**
 * Moves units from one warehouse to another, all rows or none, and returns both levels of each row,
 * each once (inventory.md#transfers). Raises `Forbidden`, `QuantityNotAvailable` and
 * `ValidationFailed`.
 */
export function transferInventory(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'config'>,
  { rows, writer }: { rows: readonly InventoryTransfer[]; writer: InventoryWriter },
): Promise<WrittenInventoryItem[]> {
  checkTransfers(rows)
  return writeManualInventory(deps, { rows, locations: bothLocations, cause: 'Transfer', writer, enter: enterTransfers })
}

/** The warehouses of the rows that no store has, case-sensitive as everywhere in the stock. */
function findUnknownWarehouses(stores: readonly Store[], rows: readonly StockLocation[]): ReadonlySet<string> {
  const known = new Set(stores.flatMap(({ warehouses }) => warehouses))
  return new Set(rows.map(({ warehouseCode }) => warehouseCode).filter((code) => !known.has(code)))
}

type NamedPlaces = { field: string; places: readonly StockLocation[] }

/** Refuses, with `ValidationFailed`, each row whose warehouse is among the unknown ones. */
function refuseUnknownWarehouses(named: readonly NamedPlaces[], unknown: ReadonlySet<string>): void {
  const problems = collectProblems()
  for (const { field, places } of named) {
    for (const [index, { warehouseCode }] of places.entries())
      if (unknown.has(warehouseCode)) problems.add(`[${index}].${field}`, 'is a warehouse of no store')
  }
  problems.throwIfAny()
}
