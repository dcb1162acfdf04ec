import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'

/** The order that was made of a cart; deleted ones count. */
export type CartOrderDocument = { orderId: string; document: string; versionId: string; storeId: string | null }

/**
 * The order that was made of a cart, even if the cart has expired; null when there is none
 * (carts.md#cart-order).
 */
export async function findCartOrder(reader: Pick<Database, 'query'>, cartId: string): Promise<CartOrderDocument | null> {
  const [row] = await reader.query<CartOrderDocument>({
    name: 'cart-order-find',
    text: `select o.id as "orderId", o.document, o.version_id as "versionId", o.store_id as "storeId"
      from cart_order as c join "order" as o on o.id = c.order_id where c.cart_id = $1`,
    values: [cartId],
  })
  return row ?? null
}

export type MadeOfCart = {
  cartId: string
  /** The version of the cart that the order was made of. */
  versionNumber: number
  orderId: string
}

// The version rises, so that a concurrent change of the cart fails and finds the order.
const recordText = `with taken as (
    update cart set version_number = version_number + 1 where id = $1 and version_number = $2 returning id
  )
  insert into cart_order (cart_id, order_id) select id, $3 from taken on conflict (cart_id) do nothing returning cart_id`

/**
 * Records that the order of this transaction was made of a cart. Returns false when the cart has
 * changed, is gone or has an order: the caller must then roll back.
 */
export async function recordCartOrder(tx: Transaction, { cartId, versionNumber, orderId }: MadeOfCart): Promise<boolean> {
  const rows = await tx.query({ name: 'cart-order-record', text: recordText, values: [cartId, versionNumber, orderId] })
  return rows.length > 0
}
