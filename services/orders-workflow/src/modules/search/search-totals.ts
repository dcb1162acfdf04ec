import { type BuiltStatement, Sql } from '@open-oms/service-kit/database/statement'
import { dimensions, qualifiedColumns } from '../../order/store/search-statements.ts'
import { countedCondition } from './counted-condition.ts'
import type { ScopedFilter } from './domain/search-filter.ts'
import { countSource } from './order-counts.ts'
import { type SearchCondition, searchCondition, searchedTables, termCondition } from './search-condition.ts'

const totalRow = { total: Sql.bigint }
const boundedTotalRow = { total: Sql.bigint, is_more: Sql.boolean }
const matchingRow = { order_id: Sql.text }

const combinationRow = {
  status: Sql.text,
  order_type: Sql.text,
  store_id: Sql.text,
  market_id: Sql.nullable(Sql.text),
  sales_channel: Sql.nullable(Sql.text),
  payment_status: Sql.text,
  fulfilment_status: Sql.nullable(Sql.text),
  tags: Sql.list(Sql.text),
  shipping_methods: Sql.list(Sql.text),
  count: Sql.bigint,
}
export type CombinationStatement = BuiltStatement<typeof combinationRow>

/**
 * The number of found orders as `total`: from the counts where they cover the filter, else from as
 * few rows as possible.
 */
export function totalStatement({ filter, scope }: ScopedFilter): BuiltStatement<typeof totalRow> {
  const condition = searchCondition(filter, scope)
  if (condition.usesOnlyCountedDimensions) {
    const counted = countedCondition({ filter, scope })
    const text = `select coalesce(sum(c.count), 0)::bigint as total from ${countSource} c where ${counted.sql}`
    return { text, values: counted.values, row: totalRow }
  }
  const { from, values } = matching({ filter, scope }, condition)
  return { text: `select count(*) as total ${from}`, values, row: totalRow }
}

/**
 * The number of found orders as `total`: exact where the counts cover the filter. Else at most
 * `countMax`, so that no more rows are read, and `is_more` where there are more.
 */
export function boundedTotalStatement({ filter, scope }: ScopedFilter, countMax: number): BuiltStatement<typeof boundedTotalRow> {
  if (searchCondition(filter, scope).usesOnlyCountedDimensions) {
    const { text, values } = totalStatement({ filter, scope })
    return { text: `select total, false as is_more from (${text}) as counted`, values, row: boundedTotalRow }
  }
  const { text: ids, values } = matchingStatement({ filter, scope }, countMax + 1)
  const most = `$${values.length + 1}::bigint`
  return {
    text: `select least(count(*), ${most}) as total, count(*) > ${most} as is_more from (${ids}) as matching`,
    values: [...values, countMax],
    row: boundedTotalRow,
  }
}

/** The ids of found orders, at most `countMax`, in any order. */
export function matchingStatement({ filter, scope }: ScopedFilter, countMax: number): BuiltStatement<typeof matchingRow> {
  const { alias, from, values } = matching({ filter, scope }, searchCondition(filter, scope))
  return {
    text: `select ${alias}.order_id ${from} limit $${values.length + 1}`,
    values: [...values, countMax],
    row: matchingRow,
  }
}

/** The rows of found orders, from as few tables as possible. */
function matching({ filter, scope }: ScopedFilter, condition: SearchCondition) {
  if (!condition.usesOnlyTerms)
    return { alias: 's', from: `from ${searchedTables(condition)} where ${condition.sql}`, values: condition.values }
  const { sql, values } = termCondition(filter, scope)
  return { alias: 't', from: `from order_term t where ${sql}`, values }
}

/**
 * The facet combinations of the found orders, each with its number as `count`; a combination may
 * come several times. Of orders that must be read only the combination's number is read; its values
 * are read once for each.
 */
export function combinationStatement({ filter, scope }: ScopedFilter): CombinationStatement {
  const condition = searchCondition(filter, scope)
  if (condition.usesOnlyCountedDimensions) {
    const counted = countedCondition({ filter, scope })
    return {
      text: `select ${qualifiedColumns('c', [...dimensions, 'count'])} from ${countSource} c where ${counted.sql}`,
      values: counted.values,
      row: combinationRow,
    }
  }
  return {
    text: `select ${qualifiedColumns('d', dimensions)}, grouped.count from (
        select any_value(s.order_id) as order_id, count(*) as count from ${searchedTables(condition)} where ${condition.sql} group by s.combination
      ) grouped join order_search d on d.order_id = grouped.order_id`,
    values: condition.values,
    row: combinationRow,
  }
}
