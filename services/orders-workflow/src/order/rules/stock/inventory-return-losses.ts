import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { fromUnits, toUnits } from '@open-oms/money/quantities'
import { isStatusIn } from '../context/return-type.ts'
import { type OrderStock, type ReturnedEntry, sumBy } from './inventory-ledger.ts'
import { isStockLine } from './inventory-lines.ts'
import { levelAt, move } from './stock-changes.ts'

/**
 * Whether a change reduces the quantities that return forms restock: a form is cancelled or
 * removed, or a line of one is reduced, removed or excluded from stock
 * (inventory.md#withdrawn-returns; G).
 */
export function losesReturned(before: Order, after: Order, canceledStatuses: readonly string[]): boolean {
  if (before.returnOrderForms.length === 0 || before.returnOrderForms === after.returnOrderForms) return false
  const toRestock = unitsToRestock(after, canceledStatuses)
  return [...unitsToRestock(before, canceledStatuses)].some(([key, units]) => (toRestock.get(key) ?? 0) < units)
}

/** The quantities that active forms restock, by form and line, in thousandths. */
function unitsToRestock({ returnOrderForms }: Order, canceledStatuses: readonly string[]): Map<string, number> {
  const isCanceled = isStatusIn(canceledStatuses)
  const lines = returnOrderForms
    .filter(({ status }) => !isCanceled(status))
    .flatMap(({ returnId, lineItems }) => lineItems.filter(isStockLine).map((line) => ({ returnId, line })))
  return new Map(
    lines.map(({ returnId, line }) => [returnLineKey({ returnId, lineItemId: line.lineItemId }), toUnits(line.quantity)]),
  )
}

function returnLineKey({ returnId, lineItemId }: { returnId: string | null; lineItemId: string | null }): string {
  return JSON.stringify([returnId, lineItemId])
}

/**
 * Withdraws the restocked units that return forms no longer return, the last location first, so
 * that returning the same goods again restocks them again. `stock` must have the restocked
 * quantities of all forms. Raises `QuantityNotAvailable` when the goods are no longer in stock.
 */
export function takeOutAgain(order: Order, stock: OrderStock, canceledStatuses: readonly string[]): void {
  const toRestock = unitsToRestock(order, canceledStatuses)
  for (const [key, entries] of Map.groupBy(stock.returned, returnLineKey)) {
    let surplus = sumBy(entries, ({ units }) => units) - (toRestock.get(key) ?? 0)
    for (const entry of entries.toReversed()) {
      const units = Math.min(surplus, entry.units)
      if (units <= 0) continue
      takeOut(stock, entry, units)
      surplus -= units
    }
  }
}

function takeOut(stock: OrderStock, { skuId, warehouseCode, returnId, lineItemId }: ReturnedEntry, units: number): void {
  const there = levelAt(stock.changes, { skuId, warehouseCode })?.quantity ?? 0
  if (there < units) {
    const text = `Return form "${returnId}" has put "${skuId}" back into "${warehouseCode}", where ${fromUnits(there)} of ${fromUnits(units)} are left`
    throw new DomainError('QuantityNotAvailable', `${text}: they cannot be taken out of stock again.`)
  }
  const fields = { kind: 'Return', quantityDelta: -units, reservedDelta: 0, shipmentId: null, lineItemId, reason: null } as const
  move(stock.changes, { skuId, warehouseCode, ...fields, orderId: stock.orderId, returnId })
}
