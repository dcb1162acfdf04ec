import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { StockLine } from '../rules/stock/inventory-lines.ts'
import { locationKey, type StockLocation, startStockChanges } from '../rules/stock/stock-changes.ts'
import {
  type Ledger,
  type LockedStock,
  loadLedgers,
  locationsOfLine,
  lockOrderStock,
  type StockLookUp,
} from '../store/order-stock-store.ts'
import { changedLevels, lockLevels, type StockWrite, type StoredLevel, writeStockOfMany } from '../store/stock-store.ts'

/** An order that is going to ask for the stock of some lines. */
type StockRequest = { orderId: string; isNew: boolean; lines: readonly StockLine[] }

/**
 * The stock that the orders of a group use: locked once, in one order, and written once, whatever
 * number of them moves it.
 */
export class StockSession {
  private readonly tx: Transaction
  /** The levels of locked locations, with what has been noted since. */
  private readonly levels = new Map<string, StoredLevel>()
  /** Of prepared orders that have not asked yet. */
  private readonly ledgers = new Map<string, Ledger>()
  private readonly prepared = { skus: new Set<string>(), stockedSkus: new Set<string>(), locations: new Set<string>() }
  private writes: StockWrite[] = []

  constructor(tx: Transaction) {
    this.tx = tx
  }

  /** Locks and reads what orders are going to ask for first, in one statement each for all. */
  async prepare(all: readonly StockRequest[]): Promise<void> {
    const orders = all.filter(({ lines }) => lines.length > 0)
    if (orders.length === 0) return
    const { skus, stockedSkus } = this.prepared
    const lines = orders.flatMap((order) => order.lines)
    for (const { skuId } of lines) skus.add(skuId)
    const stored = orders.flatMap(({ orderId, isNew }) => (isNew ? [] : [orderId]))
    const [read] = await Promise.all([loadLedgers(this.tx, stored, [...skus]), this.lockNew(lines.flatMap(locationsOfLine))])
    for (const skuId of read.stockedSkus) stockedSkus.add(skuId)
    for (const { orderId } of orders) this.ledgers.set(orderId, read.ledgers.get(orderId) ?? new Map())
    await this.lockNew([...read.ledgers.values()].flatMap(locationsOfLedger))
  }

  /** The stock of an order, with what the orders before it have done. */
  async lock(lookUp: StockLookUp): Promise<LockedStock> {
    const prepared = this.takePrepared(lookUp)
    if (prepared !== null) return prepared
    this.flush()
    const locked = await lockOrderStock(this.tx, lookUp)
    this.note(locked.levels)
    return locked
  }

  /** Notes changes of stock, which the next orders see. */
  write(write: StockWrite): void {
    if (write.changes.moves.length === 0) return
    this.writes.push(write)
    this.note(changedLevels(write))
  }

  /** Sends what was noted with the next statement of the transaction. */
  flush(): void {
    writeStockOfMany(this.tx, this.writes)
    this.writes = []
  }

  private async lockNew(locations: readonly StockLocation[]): Promise<void> {
    const known = this.prepared.locations
    const unlocked = locations.filter((location) => !known.has(locationKey(location)))
    for (const location of unlocked) known.add(locationKey(location))
    this.note(await lockLevels(this.tx, unlocked))
  }

  private note(levels: readonly StoredLevel[]): void {
    for (const level of levels) this.levels.set(locationKey(level), level)
  }

  /** Null where something else is asked for than was prepared. */
  private takePrepared({ orderId, returnId, lines, locations: { existing, made } }: StockLookUp): LockedStock | null {
    const { skus, stockedSkus, locations } = this.prepared
    const ledger = this.ledgers.get(orderId)
    this.ledgers.delete(orderId)
    if (ledger === undefined || returnId !== null || made.length > 0) return null
    const looked = [...lines.flatMap(locationsOfLine), ...existing, ...locationsOfLedger(ledger)].map(locationKey)
    const isPrepared = lines.every(({ skuId }) => skus.has(skuId)) && looked.every((key) => locations.has(key))
    if (!isPrepared) return null
    const levels = [...new Set(looked)].flatMap((key) => this.levels.get(key) ?? [])
    return { levels, stock: { orderId, lines, stockedSkus, ledger, returned: [], changes: startStockChanges(levels) } }
  }
}

function locationsOfLedger(ledger: Ledger): StockLocation[] {
  return [...ledger.values()].flat()
}
