import { invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrderConfig } from '../rules/context/order-context.ts'
import { canceledReturnStatuses } from '../rules/context/return-type.ts'
import type { Authorship } from '../rules/order-version.ts'
import { lineLedgerEntries, withReservations } from '../rules/stock/inventory-ledger.ts'
import { stockLinesAt } from '../rules/stock/inventory-lines.ts'
import { losesReserved, reconcileReserved } from '../rules/stock/inventory-losses.ts'
import { reserveAll } from '../rules/stock/inventory-reservations.ts'
import { losesReturned, takeOutAgain } from '../rules/stock/inventory-return-losses.ts'
import type { StockLocation } from '../rules/stock/stock-changes.ts'
import { loadReturned } from '../store/order-stock-store.ts'
import type { StockSession } from './stock-session.ts'

type Config = Pick<OrderConfig, 'stores' | 'orderTypes'>
type StockWriteContext = { config: Config; authorship: Authorship }
type Change = { before: Order; after: Order }

/**
 * Whether a change of an order requires a change of stock: goods are no longer at the location
 * where they are reserved, or fewer are returned.
 */
export function losesStock({ before, after }: Change, { orderTypes }: Config): boolean {
  return losesReserved(before, after) || losesReturned(before, after, canceledReturnStatuses(orderTypes))
}

/**
 * Applies a change of an order to stock: releases reservations of removed goods, moves reservations
 * of moved goods, and withdraws restocked goods that are no longer returned. Returns the order with
 * its reservations, or the same order when stock does not change. The order must be locked (ADR
 * 31). Raises `QuantityNotAvailable` when returned goods are no longer in stock.
 */
export async function followStock(
  { tx, stock: session }: { tx: Transaction; stock: StockSession },
  { before, after }: Change,
  writing: StockWriteContext,
): Promise<Order> {
  const losesReservations = losesReserved(before, after)
  const canceled = canceledReturnStatuses(writing.config.orderTypes)
  const returned = losesReturned(before, after, canceled) ? await loadReturned(tx, after.id, null) : []
  if (!losesReservations && returned.length === 0) return after
  const { stock, levels } = await lockStockLines(session, after, { ...writing, existing: returned })
  if (losesReservations) reconcileReserved(after, stock)
  takeOutAgain(after, { ...stock, returned }, canceled)
  session.write({ levels, changes: stock.changes, ...movementCause(writing) })
  return losesReservations ? withReservations(after, stock) : after
}

/**
 * Reserves again, as far as there is stock, the lines that an order had reserved before its
 * deletion. Returns the order with its reservations. The order must be locked (ADR 31).
 */
export async function reserveStockAgain(session: StockSession, order: Order, writing: StockWriteContext): Promise<Order> {
  const { stock, levels } = await lockStockLines(session, order, { ...writing, existing: [] })
  const reservedBefore = stock.lines.filter(({ lineItemId }) => lineLedgerEntries(stock, lineItemId).length > 0)
  reserveAll(stock, reservedBefore)
  session.write({ levels, changes: stock.changes, ...movementCause(writing) })
  return withReservations(order, stock)
}

function movementCause({ authorship: { operation: cause, actor, correlationId, time } }: StockWriteContext) {
  return { cause, actor, correlationId, time }
}

/** `existing`: further locations to read, in addition to those of the lines. */
type StockLockOptions = StockWriteContext & { existing: readonly StockLocation[] }

function lockStockLines(session: StockSession, order: Order, { config, authorship: { time }, existing }: StockLockOptions) {
  const { id: orderId } = order
  invariant(orderId !== null, 'a stored order has an id')
  const lines = stockLinesAt(config.stores, order)
  return session.lock({ orderId, lines, isNewOrder: false, returnId: null, locations: { existing, made: [] }, time })
}
