import { DomainError } from '@open-oms/contracts/errors'
import type { Cart } from '@open-oms/contracts/orders/carts/cart'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { CartVersion } from './cart-versions.ts'

/** A cart as it is stored, with the values that the next write checks. */
export type StoredCart = {
  cart: Cart
  document: string
  versionId: string
  versionNumber: number
  hasFixedExpiry: boolean
  versions: CartVersion[]
  /** The order that was made of the cart; null while there is none. */
  orderId: string | null
}

/** A version of a cart, to be written. */
export type CartWrite = {
  cart: Cart
  /** The cart as JSON. */
  document: string
  hasFixedExpiry: boolean
  versions: readonly CartVersion[]
}

type Reader = Pick<Database | Transaction, 'query'>
const load = statement({
  name: 'cart-load',
  text: `select c.document, c.version_id, c.version_number, c.has_fixed_expiry, c.versions, o.order_id
  from cart as c left join cart_order as o on o.cart_id = c.id where c.id = $1 and c.expires > $2`,
  parameters: [Sql.text, Sql.timestamptz],
  row: {
    document: Sql.json,
    version_id: Sql.uuid,
    version_number: Sql.integer,
    has_fixed_expiry: Sql.boolean,
    versions: Sql.json,
    order_id: Sql.nullable(Sql.text),
  },
})

const lockRow = statement({
  name: 'cart-lock',
  text: 'select from cart where id = $1 for update',
  parameters: [Sql.text],
  row: {},
})

/**
 * Reads a cart that has not expired, to change it or to make an order of it; `forUpdate` also locks
 * its row. Null when there is none.
 */
export async function loadCart(
  reader: Reader,
  cartId: string,
  { now, forUpdate }: { now: Date; forUpdate: boolean },
): Promise<StoredCart | null> {
  // One round trip, two statements: the second sees an order that was made of the cart until its
  // row was locked.
  const [, [row]] = await Promise.all([forUpdate ? lockRow.on(reader, cartId) : null, load.on(reader, cartId, now)])
  if (row === undefined) return null
  return {
    cart: JSON.parse(row.document),
    document: row.document,
    versionId: row.version_id,
    versionNumber: row.version_number,
    hasFixedExpiry: row.has_fixed_expiry,
    versions: JSON.parse(row.versions),
    orderId: row.order_id,
  }
}

const read = statement({
  name: 'cart-read',
  text: 'select document, version_id as "versionId", store_id as "storeId" from cart where id = $1 and expires > $2',
  parameters: [Sql.text, Sql.timestamptz],
  row: { document: Sql.json, versionId: Sql.uuid, storeId: Sql.nullable(Sql.text) },
})

export type CartDocument = RowOf<typeof read.row>

/** The stored document, as JSON, of a cart that has not expired; null when there is none. */
export async function readCart(reader: Reader, cartId: string, now: Date): Promise<CartDocument | null> {
  const [row] = await read.on(reader, cartId, now)
  return row ?? null
}

const writeParameters = [
  Sql.text,
  Sql.nullable(Sql.text),
  Sql.uuid,
  Sql.timestamptzText,
  Sql.boolean,
  Sql.json,
  Sql.json,
  Sql.nullable(Sql.text),
  Sql.nullable(Sql.timestamptzText),
] as const

/**
 * An id stays taken while there is an order of its cart, and is free again when a cart has expired.
 */
const insert = statement({
  name: 'cart-insert',
  text: `insert into cart as c (id, store_id, version_number, version_id, expires, has_fixed_expiry, versions, document, sales_channel, modified)
  select $1, $2, 1, $3, $4, $5, $6, $7, $8, $9 where not exists (select from cart_order where cart_id = $1)
  on conflict (id) do update set store_id = excluded.store_id, version_number = c.version_number + 1, version_id = excluded.version_id,
    expires = excluded.expires, has_fixed_expiry = excluded.has_fixed_expiry, versions = excluded.versions, document = excluded.document,
    sales_channel = excluded.sales_channel, modified = excluded.modified
  where c.expires <= $10
  returning version_number`,
  parameters: [...writeParameters, Sql.timestamptz],
  row: { version_number: Sql.integer },
})

/** Writes a new cart, as the last statement of the transaction. Raises `CartIdExists`. */
export async function insertCart(tx: Transaction, write: CartWrite, now: Date): Promise<void> {
  const rows = await tx.commitWith(insert.with(...toCartValues(write), now))
  if (rows.length > 0) return
  throw new DomainError('CartIdExists', `There is, or was, already a cart with the id "${write.cart.id}".`)
}

const save = statement({
  name: 'cart-save',
  text: `update cart set store_id = $2, version_number = version_number + 1, version_id = $3, expires = $4, has_fixed_expiry = $5,
    versions = $6, document = $7, sales_channel = $8, modified = $9
  where id = $1 and version_number = $10 returning version_number`,
  parameters: [...writeParameters, Sql.integer],
  row: { version_number: Sql.integer },
})

/**
 * Writes a changed cart, as the last statement of the transaction. Returns false, and writes
 * nothing, when another write came first.
 */
export async function saveCart(tx: Transaction, write: CartWrite, versionBefore: number): Promise<boolean> {
  const rows = await tx.commitWith(save.with(...toCartValues(write), versionBefore))
  return rows.length > 0
}

function toCartValues({ cart, document, hasFixedExpiry, versions }: CartWrite) {
  const { id, storeId, versionId, expiredDate, salesChannel, modified } = cart
  const head = [id, storeId, versionId as string, expiredDate as string] as const
  return [...head, hasFixedExpiry, JSON.stringify(versions), document, salesChannel, modified] as const
}

// SQL: sent together with the commit.
const remove = statement({ name: 'cart-remove', text: 'delete from cart where id = $1', parameters: [Sql.text], row: {} })

/** Removes a cart. Its row must be locked. */
export async function removeCart(tx: Transaction, cartId: string): Promise<void> {
  await tx.commitWith(remove.with(cartId))
}
