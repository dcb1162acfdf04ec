import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { orderDocument } from '../../order/store/stored-document.ts'

const findOrder = statement({
  name: 'cart-order-find',
  text: `select o.id as "orderId", o.document, o.version_id as "versionId", o.store_id as "storeId"
    from cart_order as c join "order" as o on o.id = c.order_id where c.cart_id = $1`,
  parameters: [Sql.text],
  row: { orderId: Sql.text, document: orderDocument, versionId: Sql.uuid, storeId: Sql.text },
})

/** The order that was made of a cart; deleted ones count. */
export type CartOrderDocument = RowOf<typeof findOrder.row>

/**
 * The order that was made of a cart, even if the cart has expired; null when there is none
 * (carts.md#cart-order).
 */
export async function findCartOrder(reader: Pick<Database, 'query'>, cartId: string): Promise<CartOrderDocument | null> {
  const [row] = await findOrder.on(reader, cartId)
  return row ?? null
}

// SQL, and so is the record below: both are part of the write of a new order (ADR 49).
const take = statement({
  name: 'cart-order-take',
  text: 'update cart set version_number = version_number + 1 where id = $1 and version_number = $2 returning id',
  parameters: [Sql.text, Sql.integer],
  row: { id: Sql.text },
})

/**
 * Locks a cart for the transaction that makes its order, and raises its version, so that a
 * concurrent change of the cart fails and finds the order. Returns false when the cart was deleted
 * or has another version.
 */
export async function takeCart(tx: Transaction, cartId: string, versionNumber: number): Promise<boolean> {
  return (await take.on(tx, cartId, versionNumber)).length > 0
}

// SQL: part of every order of a cart (ADR 49).
const record = statement({
  name: 'cart-order-record',
  text: 'insert into cart_order (cart_id, order_id) values ($1, $2)',
  parameters: [Sql.text, Sql.text],
  row: {},
})

/** Records that the order of this transaction was made of a cart that the transaction has taken. */
export async function recordCartOrder(tx: Transaction, cartId: string, orderId: string): Promise<void> {
  await record.on(tx, cartId, orderId)
}
