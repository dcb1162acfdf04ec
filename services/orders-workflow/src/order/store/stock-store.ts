import { inventoryChanged } from '@open-oms/contracts/orders/events'
import { fromUnits, toUnits } from '@open-oms/money/quantities'
import type { RowOf } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { notifyRelays, outboxParameter } from '@open-oms/service-kit/events/outbox'
import {
  locationKey,
  type StockChanges,
  type StockLevel,
  type StockLocation,
  type StockMove,
} from '../rules/stock/stock-changes.ts'
import { createMissingLocations, type levelRow, lockStoredLevels, writeChanges } from './stock-statements.ts'

/** A level with the sequence of its last event. */
export type StoredLevel = StockLevel & {
  eventSequence: number
  modified: Date
  /** At so many available units it is low, in thousandths; null: at those of the settings. */
  lowStockAt: number | null
}

function locationColumns(locations: readonly StockLocation[]): [string[], string[]] {
  const distinct = [...new Map(locations.map((location) => [locationKey(location), location])).values()]
  return [distinct.map(({ skuId }) => skuId), distinct.map(({ warehouseCode }) => warehouseCode)]
}

/**
 * Starts to keep stock at locations where none is kept yet. Call it before `lockLevels`: writers
 * create and then lock locations in one order, so that no two of them wait for each other.
 */
export async function createLocations(tx: Transaction, locations: readonly StockLocation[], time: Date): Promise<void> {
  if (locations.length === 0) return
  await createMissingLocations.on(tx, ...locationColumns(locations), time)
}

/**
 * Locks locations, in their order, and returns their levels. Locations without stock keeping are
 * left out.
 */
export async function lockLevels(tx: Transaction, locations: readonly StockLocation[]): Promise<StoredLevel[]> {
  if (locations.length === 0) return []
  return (await lockStoredLevels.on(tx, ...locationColumns(locations))).map(toStoredLevel)
}

export function toStoredLevel(row: RowOf<typeof levelRow>): StoredLevel {
  return {
    skuId: row.sku_id,
    warehouseCode: row.warehouse_code,
    quantity: toUnits(Number(row.quantity)),
    reserved: toUnits(Number(row.reserved_quantity)),
    eventSequence: row.event_sequence,
    modified: row.modified,
    lowStockAt: row.low_stock_at === null ? null : toUnits(Number(row.low_stock_at)),
  }
}

export type StockWrite = {
  /** The levels as they were locked. */
  levels: readonly StoredLevel[]
  changes: Pick<StockChanges, 'levels' | 'moves'>
  /** The cause that the events name (events.md#event-types). */
  cause: string
  actor: string
  correlationId?: string | undefined
  time: Date
}

/**
 * Writes the movements of stock changes, the resulting levels, and an event for each location
 * (inventory.md#stock-levels, events.md#event-types). The locations must be locked in this
 * transaction. Returns the new levels of the locations that changed.
 */
export function writeStock(tx: Transaction, write: StockWrite): StoredLevel[] {
  writeStockOfMany(tx, [write])
  return changedLevels(write)
}

/** Writes several stock changes, one after the other; each location is written once. */
export function writeStockOfMany(tx: Transaction, writes: readonly StockWrite[]): void {
  const moves = writes.flatMap(({ changes }) => changes.moves)
  const last = writes.at(-1)
  if (moves.length === 0 || last === undefined) return
  const changed = new Map<string, StoredLevel>()
  for (const write of writes) for (const level of changedLevels(write)) changed.set(locationKey(level), level)
  const records = [...changed.values()].map((level) => ({
    sku_id: level.skuId,
    warehouse_code: level.warehouseCode,
    quantity: fromUnits(level.quantity),
    reserved_quantity: fromUnits(level.reserved),
    event_sequence: level.eventSequence,
  }))
  const events = outboxParameter(writes.flatMap((write) => changedLevels(write).map((level) => changedEvent(level, write))))
  tx.later(writeChanges.with(JSON.stringify(records), JSON.stringify(moves.map(movementRecord)), events, last.time))
  tx.afterCommit(notifyRelays)
}

/** The levels that a write leaves at the locations that it changes. */
export function changedLevels({ levels, changes, time }: StockWrite): StoredLevel[] {
  const moved = new Set(changes.moves.map(locationKey))
  return levels
    .filter((level) => moved.has(locationKey(level)))
    .map((level) => ({
      ...level,
      ...changes.levels.get(locationKey(level)),
      eventSequence: level.eventSequence + 1,
      modified: time,
    }))
}

function movementRecord(move: StockMove) {
  return { ...move, quantityDelta: fromUnits(move.quantityDelta), reservedDelta: fromUnits(move.reservedDelta) }
}

function changedEvent(level: StoredLevel, { cause, actor, correlationId, time }: StockWrite) {
  const { skuId, warehouseCode, quantity, reserved, eventSequence } = level
  return newEvent(inventoryChanged, {
    subject: inventorySubject(level),
    sequence: eventSequence,
    time,
    actor,
    ...(correlationId === undefined ? {} : { correlationId }),
    data: { skuId, warehouseCode, quantity: fromUnits(quantity), reservedQuantity: fromUnits(reserved), cause },
  })
}

/** The id of the aggregate, unique for each location with any characters in its names. */
function inventorySubject({ skuId, warehouseCode }: StockLocation): string {
  return `${encodeURIComponent(skuId)}@${encodeURIComponent(warehouseCode)}`
}
