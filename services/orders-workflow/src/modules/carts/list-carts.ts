import type { CartList } from '@open-oms/contracts/orders/carts/cart-list'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { cursorFormat, isStorableText, parseJsonList } from '@open-oms/service-kit/input/cursor'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type CartDocument, readCart } from './cart-store.ts'
import { noCart } from './change-cart.ts'

/** Where a list of carts is. */
type Position = { modified: string; id: string }

const cursor = cursorFormat<Position>({
  write: ({ modified, id }) => JSON.stringify([modified, id]),
  read(written) {
    const [modified, id] = parseJsonList(written)
    const isTime = typeof modified === 'string' && !Number.isNaN(Date.parse(modified))
    return isTime && isStorableText(id) ? { modified, id } : null
  },
  problem: 'is not the `next` of a list of carts',
})

/** By the index over channel and change: carts of other channels are not looked at. */
const findOpen = statement({
  name: 'cart-open-page',
  text: `select c.id, c.store_id, c.document->>'modified' as modified, c.document->>'marketId' as market_id, c.document->>'customerName' as customer_name,
      c.document->>'billingCurrency' as currency, c.document->>'modifiedBy' as modified_by, (c.document->>'total')::numeric as total,
      json_array_length(c.document->'orderForm'->'lineItems') as line_count
    from cart as c
    where c.sales_channel = $1 and (c.modified, c.id) < ($2, $3) and c.expires > $4 and ($5::text[] is null or c.store_id = any($5))
      and not exists (select from cart_order as o where o.cart_id = c.id)
    order by c.modified desc, c.id desc limit $6`,
  parameters: [Sql.text, Sql.timestamptz, Sql.text, Sql.timestamptz, Sql.nullable(Sql.list(Sql.text)), Sql.bigint],
  row: {
    id: Sql.text,
    store_id: Sql.nullable(Sql.text),
    modified: Sql.text,
    market_id: Sql.nullable(Sql.text),
    customer_name: Sql.nullable(Sql.text),
    currency: Sql.nullable(Sql.text),
    modified_by: Sql.nullable(Sql.text),
    total: Sql.numeric,
    line_count: Sql.integer,
  },
})

export type ListCarts = {
  salesChannel: string
  /** Only those of these stores; null: all. */
  storeIds: readonly string[] | null
  /** `next` of the page before. */
  after?: string | undefined
  take: number
}

/**
 * The carts of a sales channel that have neither expired nor become an order, those that were
 * changed last first (carts.md#open-carts). Raises `ValidationFailed` for a cursor that the service
 * never issued.
 */
export async function listCarts(
  deps: Pick<OrderDeps, 'query' | 'now'>,
  { salesChannel, storeIds, after, take }: ListCarts,
): Promise<CartList> {
  const { modified, id } = after === undefined ? { modified: '9999-12-31T00:00:00.000Z', id: '' } : cursor.parse(after)
  const rows = await findOpen.on(deps, salesChannel, new Date(modified), id, deps.now(), storeIds, take + 1)
  const result = rows.slice(0, take).map((row) => ({
    id: row.id,
    storeId: row.store_id,
    marketId: row.market_id,
    customerName: row.customer_name,
    billingCurrency: row.currency,
    modified: row.modified,
    modifiedBy: row.modified_by,
    total: Number(row.total),
    lineCount: row.line_count,
  }))
  const last = rows.length > take ? result.at(-1) : undefined
  return { result, next: last === undefined ? null : cursor.format(last) }
}

type GetCart = {
  cartId: string
  /** Whether the caller covers the cart's store (security.md#store-scope). */
  isInScope(storeId: string | null): boolean
}

/**
 * Reads a cart as it is stored (carts.md#cart-creation). Raises `NotFound`, also for a cart that
 * has expired or is of another store.
 */
export async function getCart(deps: Pick<RunnerDeps, 'query' | 'now'>, { cartId, isInScope }: GetCart): Promise<CartDocument> {
  const cart = await readCart(deps, cartId, deps.now())
  if (cart === null || !isInScope(cart.storeId)) throw noCart(cartId)
  return cart
}
