import { toUnits } from '@open-oms/money/quantities'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { LedgerEntry, OrderStock, ReturnedEntry } from '../rules/stock/inventory-ledger.ts'
import type { StockLine } from '../rules/stock/inventory-lines.ts'
import { stockLocation } from '../rules/stock/inventory-reservations.ts'
import { locationKey, type StockLocation, startStockChanges } from '../rules/stock/stock-changes.ts'
import { findLedger } from './stock-statements.ts'
import { createLocations, lockLevels, type StoredLevel } from './stock-store.ts'

type LedgerRow = {
  order_id: string
  sku_id: string
  warehouse_code: string
  shipment_id: string
  line_item_id: string
  reserved: number
  taken: number
  was_reserved: boolean
}

/** The reservations and withdrawals of an order, by line. */
export type Ledger = Map<string, LedgerEntry[]>

/**
 * The ledgers of orders that have one, by order, and which of their SKUs and of some further ones
 * have stock at any location.
 */
export type Ledgers = { ledgers: Map<string, Ledger>; stockedSkus: Set<string> }

export async function loadLedgers(tx: Transaction, orderIds: readonly string[], skuIds: readonly string[]): Promise<Ledgers> {
  const [row] = await findLedger.on(tx, orderIds, skuIds)
  const ledgers = new Map<string, Ledger>()
  for (const [orderId, rows] of Map.groupBy(JSON.parse(row?.ledger ?? '[]') as LedgerRow[], ({ order_id: id }) => id))
    ledgers.set(
      orderId,
      Map.groupBy(rows.map(toLedgerEntry), ({ lineItemId }) => lineItemId),
    )
  return { ledgers, stockedSkus: new Set(row?.stocked) }
}

function toLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    skuId: row.sku_id,
    warehouseCode: row.warehouse_code,
    shipmentId: row.shipment_id,
    lineItemId: row.line_item_id,
    reserved: toUnits(row.reserved),
    taken: toUnits(row.taken),
    wasReserved: row.was_reserved,
  }
}

const findReturned = statement({
  name: 'inventory-returned',
  text: `select return_id, line_item_id, sku_id, warehouse_code, sum(quantity_delta) as units from inventory_movement
    where order_id = $1 and not is_closed and kind = 'Return' and ($2::text is null or return_id = $2)
    group by return_id, line_item_id, sku_id, warehouse_code having sum(quantity_delta) > 0 order by min(id)`,
  parameters: [Sql.text, Sql.nullable(Sql.text)],
  row: {
    return_id: Sql.nullable(Sql.text),
    line_item_id: Sql.nullable(Sql.text),
    sku_id: Sql.text,
    warehouse_code: Sql.text,
    units: Sql.numeric,
  },
})

/**
 * The restocked quantities of a return form of an order, or of all its return forms with null. The
 * order must be locked.
 */
export async function loadReturned(tx: Transaction, orderId: string, returnId: string | null): Promise<ReturnedEntry[]> {
  const rows = await findReturned.on(tx, orderId, returnId)
  return rows.map((row) => ({
    // A movement of this kind names both.
    returnId: row.return_id as string,
    lineItemId: row.line_item_id as string,
    skuId: row.sku_id,
    warehouseCode: row.warehouse_code,
    units: toUnits(Number(row.units)),
  }))
}

export type StockLookUp = {
  orderId: string
  /** Every line of the order that stock is kept for. */
  lines: readonly StockLine[]
  /** True: the order cannot have movements yet. */
  isNewOrder: boolean
  /** The return form whose goods are restocked; null for none. */
  returnId: string | null
  /** The locations that the step reads in addition to those of lines and earlier movements. */
  locations: StepLocations
  time: Date
}

/**
 * The locations that a step reads: `existing` ones, and `made` ones, which are created when the SKU
 * has stock at any location.
 */
export type StepLocations = { existing: readonly StockLocation[]; made: readonly StockLocation[] }

/**
 * The stock of an order and the levels it was read from, which are locked until the transaction
 * ends. The order must be locked already.
 */
export type LockedStock = { stock: OrderStock; levels: StoredLevel[] }

/** Locks and reads all stock of the locations that an order uses. */
export async function lockOrderStock(tx: Transaction, lookUp: StockLookUp): Promise<LockedStock> {
  const { orderId, lines, isNewOrder, returnId, locations, time } = lookUp
  const skuIds = [...lines, ...locations.existing, ...locations.made].map(({ skuId }) => skuId)
  const reading = loadLedgers(tx, isNewOrder ? [] : [orderId], [...new Set(skuIds)])
  const looked = [...lines.flatMap(locationsOfLine), ...locations.existing, ...locations.made]
  // Usually no location is created and all movements are at the locations read: then both queries
  // run concurrently.
  const early = locations.made.length === 0 ? lockLevels(tx, looked) : null
  const [{ ledgers, stockedSkus }, lockedEarly] = await Promise.all([reading, early])
  const ledger: Ledger = ledgers.get(orderId) ?? new Map()
  const entries = [...ledger.values()].flat()
  await createLocations(
    tx,
    locations.made.filter(({ skuId }) => stockedSkus.has(skuId)),
    time,
  )
  const known = new Set(lockedEarly === null ? [] : looked.map(locationKey))
  const others = [...(lockedEarly === null ? looked : []), ...entries].filter((location) => !known.has(locationKey(location)))
  const levels = [...(lockedEarly ?? []), ...(await lockLevels(tx, others))]
  const returned = returnId === null ? [] : await loadReturned(tx, orderId, returnId)
  return { stock: { orderId, lines, stockedSkus, ledger, returned, changes: startStockChanges(levels) }, levels }
}

export function locationsOfLine(line: StockLine): StockLocation[] {
  const location = stockLocation(line)
  return location === null ? [] : [location]
}
