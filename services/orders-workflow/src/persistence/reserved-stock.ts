import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { entriesOf, type OrderStock, withReservations } from '../domain/inventory-ledger.ts'
import { stockLinesOf } from '../domain/inventory-lines.ts'
import { freeLost } from '../domain/inventory-losses.ts'
import { reserveAll } from '../domain/inventory-reservations.ts'
import type { OrderConfig } from '../domain/order-context.ts'
import { lockOrderStock } from './inventory-ledger.ts'
import { writeStock } from './inventory-repository.ts'
import type { Authorship } from './order-repository.ts'

type Writing = { config: Pick<OrderConfig, 'stores'>; authorship: Authorship }

/** Frees what is reserved for goods that a change took from the order; the order with what is reserved now. It must be locked (ADR 31). */
export function freeLostStock(tx: Transaction, order: Order, writing: Writing): Promise<Order> {
  return moveStock(tx, order, { ...writing, move: (stock) => freeLost(order, stock) })
}

/** Reserves again, as far as there is stock, what an order had reserved before it was deleted. It must be locked (ADR 31). */
export function reserveStockAgain(tx: Transaction, order: Order, writing: Writing): Promise<Order> {
  const move = (stock: OrderStock) => {
    const before = stock.lines.filter(({ lineItemId }) => entriesOf(stock, lineItemId).length > 0)
    reserveAll(stock, before)
  }
  return moveStock(tx, order, { ...writing, move })
}

type Moving = Writing & { move(stock: OrderStock): void }

async function moveStock(tx: Transaction, order: Order, { config, authorship, move }: Moving): Promise<Order> {
  const { id: orderId } = order
  invariant(orderId !== null, 'a stored order has an id')
  const { operation: cause, actor, correlationId, time } = authorship
  const lines = stockLinesOf(order, config.stores.find(({ id }) => id === order.storeId)?.warehouses ?? [])
  const lookUp = { orderId, lines, isNewOrder: false, returnId: null, places: { existing: [], made: [] }, time }
  const { stock, levels } = await lockOrderStock(tx, lookUp)
  move(stock)
  await writeStock(tx, { levels, book: stock.book, cause, actor, correlationId, time })
  return withReservations(order, stock)
}
