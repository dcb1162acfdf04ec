import type { Transaction } from '@oms/service-kit/database/transaction'
import type { StockLine } from '../stock/inventory-lines.ts'
import { locationOf } from '../stock/inventory-reservations.ts'
import { type LockedStock, lockOrderStock, readStocked, type StockLookUp } from '../stock/order-stock-store.ts'
import { locationKey, type StockLocation, startStockChanges } from '../stock/stock-changes.ts'
import { changedLevels, lockLevels, type StockWrite, type StoredLevel, writeStockOfMany } from '../stock/stock-store.ts'

/**
 * The stock that the orders of a group use: locked once, in one order, and written once, whatever
 * number of them moves it.
 */
export type StockSession = {
  /** Locks what new orders are going to ask for, in one statement for all of them. */
  prepare(lines: readonly StockLine[]): Promise<void>
  /** The stock of an order, with what the orders before it have done. */
  lock(lookUp: StockLookUp): Promise<LockedStock>
  /** Notes changes of stock, which the next orders see. */
  write(write: StockWrite): void
  /** Sends what was noted with the next statement of the transaction. */
  flush(): void
}

export function stockSession(tx: Transaction): StockSession {
  const levels = new Map<string, StoredLevel>()
  const stockedSkus = new Set<string>()
  /** Of these SKUs it is known whether stock is kept of them, at these locations. */
  const known = { skus: new Set<string>(), locations: new Set<string>() }
  let writes: StockWrite[] = []

  const note = (locked: readonly StoredLevel[]) => {
    for (const level of locked) levels.set(locationKey(level), level)
  }
  const flush = () => {
    writeStockOfMany(tx, writes)
    writes = []
  }
  const isPrepared = ({ isNewOrder, returnId, lines, locations: { existing, made } }: StockLookUp) =>
    isNewOrder &&
    returnId === null &&
    made.length === 0 &&
    lines.every(({ skuId }) => known.skus.has(skuId)) &&
    [...lines.flatMap(locationsOfLine), ...existing].every((location) => known.locations.has(locationKey(location)))

  return {
    async prepare(lines) {
      if (lines.length === 0) return
      const skus = [...new Set(lines.map(({ skuId }) => skuId))]
      const locations = lines.flatMap(locationsOfLine)
      const [stocked, locked] = await Promise.all([readStocked(tx, skus), lockLevels(tx, locations)])
      for (const sku of stocked) stockedSkus.add(sku)
      note(locked)
      for (const sku of skus) known.skus.add(sku)
      for (const location of locations) known.locations.add(locationKey(location))
    },
    async lock(lookUp) {
      if (isPrepared(lookUp)) {
        const looked = [...lookUp.lines.flatMap(locationsOfLine), ...lookUp.locations.existing].map(locationKey)
        const found = [...new Set(looked)].flatMap((key) => levels.get(key) ?? [])
        const { orderId, lines } = lookUp
        return {
          levels: found,
          stock: { orderId, lines, stockedSkus, ledger: new Map(), returned: [], changes: startStockChanges(found) },
        }
      }
      flush()
      const locked = await lockOrderStock(tx, lookUp)
      note(locked.levels)
      return locked
    },
    write(write) {
      if (write.changes.moves.length === 0) return
      writes.push(write)
      note(changedLevels(write))
    },
    flush,
  }
}

function locationsOfLine(line: StockLine): StockLocation[] {
  const location = locationOf(line)
  return location === null ? [] : [location]
}
