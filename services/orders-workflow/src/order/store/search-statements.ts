import { createHash } from 'node:crypto'
import type { Order } from '@open-oms/contracts/orders/order'
import { type SearchedBy, toSearchRow } from '../rules/search/search-row.ts'

/** The columns of order_search other than the order's id and version, with their types. */
const columnTypes = {
  status: 'text',
  order_type: 'text',
  store_id: 'text',
  market_id: 'text',
  sales_channel: 'text',
  payment_status: 'text',
  fulfilment_status: 'text',
  inventory_status: 'text',
  pick_places: 'text[]',
  tags: 'text[]',
  shipping_methods: 'text[]',
  is_deleted: 'boolean',
  is_urgent: 'boolean',
  has_errors: 'boolean',
  held_since: 'timestamptz',
  hold_until: 'timestamptz',
  order_number: 'text',
  customer_id: 'text',
  cart_id: 'text',
  secret_key_hash: 'bytea',
  customer_name_key: 'text',
  total: 'numeric',
  created: 'timestamptz',
  modified: 'timestamptz',
  completed: 'timestamptz',
  ready_for_pickup: 'timestamptz',
  follow_up: 'timestamptz',
  requested_delivery: 'timestamptz',
  authorization_expires: 'timestamptz',
  first_payment: 'timestamptz',
  last_payment: 'timestamptz',
} as const

/** The columns of order_term other than the order's id. */
const termTypes = { terms: 'text[]', search_text: 'text', payments: 'jsonb' } as const

/** The columns of `searchRecord` other than the order's id and version, with their types. */
export const searchRecordTypes = { ...columnTypes, ...termTypes } as const

/**
 * The dimensions of order counts: the columns of order_count and order_count_delta, which
 * order_search has as well.
 */
export const dimensions = [
  'status',
  'order_type',
  'store_id',
  'market_id',
  'sales_channel',
  'payment_status',
  'fulfilment_status',
  'tags',
  'shipping_methods',
] as const

/** The columns with the name of a table before each. */
export function qualifiedColumns(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ')
}

const searchColumns = ['order_id', 'version_number', ...Object.keys(columnTypes)]
const termColumns = ['store_id', 'is_deleted', ...Object.keys(termTypes)]

/**
 * The search row of an order as a field of the JSON that statements read by `json_to_recordset`.
 * Null columns are omitted: usually about half of them are null.
 */
export function searchRecord(order: Order, { pickPlaces, ...by }: SearchedBy): Record<keyof typeof searchRecordTypes, unknown> {
  const row = toSearchRow(order, by)
  return {
    status: row.status,
    order_type: row.orderType,
    store_id: row.storeId,
    market_id: row.marketId ?? undefined,
    sales_channel: row.salesChannel ?? undefined,
    payment_status: row.paymentStatus,
    fulfilment_status: row.fulfilmentStatus,
    inventory_status: row.inventoryStatus,
    pick_places: pickPlaces,
    tags: row.tags,
    shipping_methods: row.shippingMethods,
    is_deleted: row.isDeleted,
    is_urgent: row.isUrgent,
    has_errors: row.hasErrors,
    held_since: row.heldSince,
    hold_until: row.holdUntil,
    order_number: row.orderNumber ?? undefined,
    customer_id: row.customerId ?? undefined,
    cart_id: row.cartId ?? undefined,
    secret_key_hash: row.secretKey === null ? undefined : hashSecretKey(row.secretKey),
    customer_name_key: row.customerNameKey ?? undefined,
    total: row.total,
    created: row.created,
    modified: row.modified,
    completed: row.completed ?? undefined,
    ready_for_pickup: row.readyForPickup ?? undefined,
    follow_up: row.followUp ?? undefined,
    requested_delivery: row.requestedDelivery ?? undefined,
    authorization_expires: row.authorizationExpires ?? undefined,
    first_payment: row.firstPayment ?? undefined,
    last_payment: row.lastPayment ?? undefined,
    terms: row.terms,
    search_text: row.searchText,
    payments: row.payments,
  }
}

function hashSecretKey(secretKey: string): string {
  return `\\x${createHash('sha256').update(secretKey).digest('hex')}`
}

/**
 * Inserts the search rows of the orders in CTE `written`; `after` is a condition on them.
 */
export function searchInsert(after: string): string {
  return `insert into order_search (${searchColumns.join(', ')}) select ${searchColumns.join(', ')} from written where ${after}`
}

/** Inserts the search terms of the orders in CTE `written`. */
export function termInsert(after: string): string {
  return `insert into order_term (order_id, ${termColumns.join(', ')}) select order_id, ${termColumns.join(', ')} from written where ${after}`
}

/** Counts new orders, by the dimensions that the CTE has. */
export function countInsert(from: string, after: string): string {
  return `insert into order_count_delta (${dimensions.join(', ')}, count) select ${dimensions.join(', ')}, 1 from ${from} where ${after}`
}

/** Replaces the search rows of the orders in CTE `written`. */
export function searchUpdate(after: string): string {
  const [, ...changing] = searchColumns
  return `update order_search as s set (${changing.join(', ')}) = row(${qualifiedColumns('w', changing)})
    from written as w where s.order_id = w.order_id and ${after}`
}

/** Writes the terms only of orders whose terms have changed: their indexes are expensive. */
export function termUpdate(after: string): string {
  return `update order_term as t set (${termColumns.join(', ')}) = row(${qualifiedColumns('w', termColumns)})
    from written as w where t.order_id = w.order_id and (${qualifiedColumns('t', termColumns)}) is distinct from (${qualifiedColumns('w', termColumns)})
      and ${after}`
}

/**
 * Moves orders from their previous combination of dimensions to the new one. The previous one is
 * read from order_search as the statement found it; the guard of the order's row makes it the right
 * one.
 */
export function countMove(after: string): string {
  return `insert into order_count_delta (${dimensions.join(', ')}, count)
    select ${qualifiedColumns('d', dimensions)}, d.count from written as w join order_search as s on s.order_id = w.order_id
      cross join lateral (values (${qualifiedColumns('s', dimensions)}, -1), (${qualifiedColumns('w', dimensions)}, 1)) as d (${dimensions.join(', ')}, count)
    where (${qualifiedColumns('s', dimensions)}) is distinct from (${qualifiedColumns('w', dimensions)}) and ${after}`
}
