import type { Order } from '@open-oms/contracts/orders/order'
import { type FieldRow, toFieldRows } from '../rules/search/field-row.ts'
import type { SearchedBy } from '../rules/search/search-row.ts'

/**
 * The values of searchable fields as a field of the JSON that statements read by
 * `json_to_recordset`; absent where there are none and were none.
 */
export function fieldRecords(
  order: Order,
  { fields }: Pick<SearchedBy, 'fields'>,
  before: Order | null,
): readonly FieldRow[] | undefined {
  if (fields.length === 0) return undefined
  const rows = toFieldRows(order, fields)
  const hadSome = before !== null && before.properties.length > 0
  return rows.length === 0 && !hadSome ? undefined : rows
}

const values = 'json_to_recordset(w.fields) as f (key text, value text, number numeric)'

/**
 * The body of a CTE that writes the values of the orders in CTE `written`; `after` is a condition
 * on them.
 */
export function fieldsUpsert(after: string): string {
  return `insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number from written as w cross join lateral ${values} where w.fields is not null and ${after}
    on conflict (order_id, key) do update set (value, number) = row(excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)`
}

/** The body of a CTE that removes values that are no longer there. */
export function fieldsDelete(after: string): string {
  return `delete from order_field as x using written as w
    where w.fields is not null and x.order_id = w.order_id and ${after}
      and not exists (select from ${values} where f.key = x.key)`
}
