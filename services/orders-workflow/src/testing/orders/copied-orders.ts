import type { Database } from '@open-oms/service-kit/database/database'
import { dimensions } from '../../order/store/search-statements.ts'

/**
 * The tables with a row per order, and how a copy's row differs: `new_id` and `place` are those of
 * the copy.
 */
const copies: readonly { table: string; changes: Record<string, string> }[] = [
  {
    table: '"order"',
    changes: { id: 'new_id', document: `replace(r.document::text, '"id":"' || r.id || '"', '"id":"' || new_id || '"')::json` },
  },
  {
    table: 'order_search',
    changes: { order_id: 'new_id', order_number: 'new_id', created: `r.created + place * interval '1 second'` },
  },
  { table: 'order_customer', changes: { order_id: 'new_id', created: `r.created + place * interval '1 second'` } },
  { table: 'order_field', changes: { order_id: 'new_id' } },
  { table: 'order_term', changes: { order_id: 'new_id', search_text: `r.search_text || chr(10) || lower(new_id)` } },
]

const counted = dimensions.join(', ')

/**
 * Fills the tables of search with `times` copies of each order, under ids `<id>~<place>`, a second
 * apart. They can be searched, but have nothing else of an order, such as versions. Needs the owner
 * of the tables, who alone may analyse them.
 */
export async function copyOrders({ query }: Pick<Database, 'query'>, times: number): Promise<void> {
  for (const { table, changes } of copies) {
    const columns = await query<{ name: string }>({
      text: 'select column_name as name from information_schema.columns where table_name = $1 and is_generated = $2',
      values: [table.replaceAll('"', ''), 'NEVER'],
    })
    const names = columns.map(({ name }) => name)
    const id = table === '"order"' ? 'id' : 'order_id'
    await query({
      text: `insert into ${table} (${names.join(', ')}) select ${names.map((name) => changes[name] ?? `r.${name}`).join(', ')}
        from ${table} r cross join generate_series(1, $1::int) as place cross join lateral (select r.${id} || '~' || place) as copy (new_id)
        where r.${id} not like '%~%'`,
      values: [times],
    })
  }
  await query({
    text: `insert into order_count_delta (${counted}, count)
      select ${counted}, count(*) from order_search where order_id like '%~%' group by ${counted}`,
  })
  for (const table of ['order_search', 'order_customer', 'order_term', 'order_field', 'order_count_delta', '"order"'])
    await query({ text: `analyze ${table}` })
}
