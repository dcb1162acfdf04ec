import type { FacetType } from '@open-oms/contracts/orders/search/facet'
import type { Database } from '@open-oms/service-kit/database/database'
import { type BuiltStatement, fetchRows, Sql } from '@open-oms/service-kit/database/statement'
import type { FacetCount } from './domain/facet-groups.ts'
import type { CombinationStatement } from './search-totals.ts'

export type CountedFacets = { totalHits: number; counts: FacetCount[] }

/**
 * Maximum number of values of one facet, the most frequent ones: there can be as many values as
 * orders.
 */
export const FACET_VALUES_MAX = 1_000

const columns: readonly [FacetType, string][] = [
  ['SelectedStatuses', 'status'],
  ['SelectedStores', 'store_id'],
  ['SelectedMarkets', 'market_id'],
  ['OrderType', 'order_type'],
  ['SalesChannels', 'sales_channel'],
  ['PaymentStatuses', 'payment_status'],
  ['FulfilmentStatuses', 'fulfilment_status'],
]
const listColumns: readonly [FacetType, string][] = [
  ['Tags', 'tags'],
  ['ShippingMethodNames', 'shipping_methods'],
]

const names = columns.map(([, column]) => column).join(', ')
const facetType = `case ${columns.map(([facet, column]) => `when grouping(${column}) = 0 then '${facet}'`).join(' ')} end`
const sets = columns.map(([, column]) => `(${column})`).join(', ')

// One pass over the combinations counts the total, in the row without a facet, and the values of
// single-valued facets.
const ofColumns = `select ${facetType} as facet_type, coalesce(${names}) as value, sum(count)::bigint as count
  from combination group by grouping sets (${sets}, ())`
const ofList = ([facet, column]: readonly [FacetType, string]) =>
  `select '${facet}', value, sum(count)::bigint from combination cross join unnest(${column}) as value group by value`

const fold = `select facet_type, value, count from (
    select *, row_number() over (partition by facet_type order by count desc, value) as rank
    from (${[ofColumns, ...listColumns.map(ofList)].join(' union all ')}) as counted
    where facet_type is null or (value <> '' and count > 0)
  ) as ranked where rank <= ${FACET_VALUES_MAX}`

const facetRow = {
  facet_type: Sql.nullable(Sql.oneOf<FacetType>()),
  value: Sql.nullable(Sql.text),
  count: Sql.nullable(Sql.bigint),
}

/** Counts the values of all facets over combinations, and the total in a row without a facet. */
export function facetStatement({ text: combinations, values }: CombinationStatement): BuiltStatement<typeof facetRow> {
  return { text: `with combination as materialized (${combinations}) ${fold}`, values, row: facetRow }
}

/**
 * Counts the values of all facets, and the total, over the combinations that a statement selects
 * with their `count`.
 */
export async function countFacets(database: Pick<Database, 'query'>, combinations: CombinationStatement): Promise<CountedFacets> {
  const rows = await fetchRows(database, facetStatement(combinations))
  let totalHits = 0
  const counts: FacetCount[] = []
  for (const { facet_type: facetType, value, count } of rows) {
    if (facetType === null || value === null) totalHits = count ?? 0
    else counts.push({ facetType, value, count: count ?? 0 })
  }
  return { totalHits, counts }
}
