import type { Order } from '@open-oms/contracts/orders/order'
import { toReturnRows } from '../rules/search/return-row.ts'
import { qualifiedColumns } from './search-statements.ts'

const columnTypes = {
  place: 'integer',
  return_id: 'text',
  rma_number: 'text',
  store_id: 'text',
  order_store_id: 'text',
  register_id: 'text',
  project_id: 'text',
  status: 'text',
  is_refund_open: 'boolean',
  stated_for: 'timestamptz',
  is_deleted: 'boolean',
  created: 'timestamptz',
  modified: 'timestamptz',
  search_text: 'text',
} as const

const columns = Object.keys(columnTypes)
const [, ...changing] = columns

/**
 * Return forms as a field of the JSON that statements read by `json_to_recordset`; absent where
 * there are none and were none.
 */
export function returnRecords(order: Order, before: Order | null): Record<keyof typeof columnTypes, unknown>[] | undefined {
  if (order.returnOrderForms.length === 0 && (before?.returnOrderForms.length ?? 0) === 0) return undefined
  return toReturnRows(order).map((row) => ({
    place: row.place,
    return_id: row.returnId,
    rma_number: row.rmaNumber,
    store_id: row.storeId,
    order_store_id: row.orderStoreId,
    register_id: row.registerId,
    project_id: row.projectId,
    status: row.status,
    is_refund_open: row.isRefundOpen,
    stated_for: row.modified,
    is_deleted: row.isDeleted,
    created: row.created,
    modified: row.modified,
    search_text: row.searchText,
  }))
}

const forms = `json_to_recordset(w.returns) as f (${Object.entries(columnTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`

/**
 * The body of a CTE that writes the rows of the return forms of the orders in CTE `written`;
 * `after` is a condition on them.
 */
export function returnsUpsert(after: string): string {
  return `insert into order_return as r (order_id, ${columns.join(', ')})
    select w.order_id, ${qualifiedColumns('f', columns)} from written as w cross join lateral ${forms} where w.returns is not null and ${after}
    on conflict (order_id, place) do update set (${changing.join(', ')}) = row(${qualifiedColumns('excluded', changing)})
    where (${qualifiedColumns('r', changing)}) is distinct from (${qualifiedColumns('excluded', changing)})`
}

/** The body of a CTE that removes the rows of forms that no longer exist. */
export function returnsDelete(after: string): string {
  return `delete from order_return as r using written as w
    where w.returns is not null and r.order_id = w.order_id and r.place >= json_array_length(w.returns) and ${after}`
}
