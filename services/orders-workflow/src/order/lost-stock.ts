import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderConfig } from './document/order-context.ts'
import { canceledStatusesOf, findReturnType } from './document/return-type.ts'
import type { Authorship } from './order-store.ts'
import type { StockPlace } from './stock/inventory-book.ts'
import { entriesOf, type OrderStock, withReservations } from './stock/inventory-ledger.ts'
import { stockLinesOf } from './stock/inventory-lines.ts'
import { losesReserved, settleReserved } from './stock/inventory-losses.ts'
import { reserveAll } from './stock/inventory-reservations.ts'
import { losesReturned, takeOutAgain } from './stock/inventory-return-losses.ts'
import { loadReturned, lockOrderStock } from './stock/order-stock-store.ts'
import { writeStock } from './stock/stock-store.ts'

type Config = Pick<OrderConfig, 'stores' | 'orderTypes'>
type Writing = { config: Config; authorship: Authorship }
type Change = { before: Order; after: Order }

/** Whether stock has to follow a change, because goods are not where the order has them reserved, or it brings back fewer than before. */
export function losesStock({ before, after }: Change, { orderTypes }: Config): boolean {
  return losesReserved(before, after) || losesReturned(before, after, canceledReturns(orderTypes))
}

/**
 * Frees what is reserved for goods that a change took from the order, moves along what is reserved for goods that it moved, and takes out of stock again what its return forms put back and do not bring any
 * more; the order with what is reserved now. It must be locked (ADR 31). Raises `QuantityNotAvailable` when returned goods are not there any more.
 */
export async function settleLostStock(tx: Transaction, change: Change, writing: Writing): Promise<Order> {
  const { before, after } = change
  const isSettling = losesReserved(before, after)
  const canceled = canceledReturns(writing.config.orderTypes)
  const returned = losesReturned(before, after, canceled) ? await loadReturned(tx, after.id as string, null) : []
  if (!isSettling && returned.length === 0) return after
  const move = (stock: OrderStock) => {
    if (isSettling) settleReserved(after, stock)
    takeOutAgain(after, { ...stock, returned }, canceled)
  }
  const settled = await moveStock(tx, after, { ...writing, existing: returned, move })
  return isSettling ? settled : after
}

function canceledReturns(orderTypes: OrderConfig['orderTypes']): string[] {
  return canceledStatusesOf(findReturnType(orderTypes))
}

/** Reserves again, as far as there is stock, what an order had reserved before it was deleted. It must be locked (ADR 31). */
export function reserveStockAgain(tx: Transaction, order: Order, writing: Writing): Promise<Order> {
  const move = (stock: OrderStock) => {
    const before = stock.lines.filter(({ lineItemId }) => entriesOf(stock, lineItemId).length > 0)
    reserveAll(stock, before)
  }
  return moveStock(tx, order, { ...writing, existing: [], move })
}

/** `existing`: places that are looked at beside those of the lines. */
type Moving = Writing & { existing: readonly StockPlace[]; move(stock: OrderStock): void }

async function moveStock(tx: Transaction, order: Order, { config, authorship, existing, move }: Moving): Promise<Order> {
  const { id: orderId } = order
  invariant(orderId !== null, 'a stored order has an id')
  const { operation: cause, actor, correlationId, time } = authorship
  const lines = stockLinesOf(order, config.stores.find(({ id }) => id === order.storeId)?.warehouses ?? [])
  const lookUp = { orderId, lines, isNewOrder: false, returnId: null, places: { existing, made: [] }, time }
  const { stock, levels } = await lockOrderStock(tx, lookUp)
  move(stock)
  await writeStock(tx, { levels, book: stock.book, cause, actor, correlationId, time })
  return withReservations(order, stock)
}
