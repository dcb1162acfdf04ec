import { type SqlCondition, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { addCounted, addStores, asksOnlyForStores } from './counted-condition.ts'
import type { SearchFilter, SearchScope } from './domain/search-filter.ts'
import { addRowConditions } from './search-row-conditions.ts'
import { addTagAndMethodTerms, addTermConditions } from './search-term-conditions.ts'

/**
 * What a filter means over `s`, a row of order_search, and `t`, the row of order_term of the same
 * order.
 */
export type SearchCondition = SqlCondition & {
  /** Whether `t` is used. */
  needsTerms: boolean
  /**
   * Whether the filter uses only columns of order_count; then `countedCondition` is equal over that
   * table.
   */
  usesOnlyCountedDimensions: boolean
  /** Whether it uses only words and stores; then `termCondition` is equal over `t` alone. */
  usesOnlyTerms: boolean
}

/** The tables of a condition, joined only where it needs them. */
export function searchedTables({ needsTerms }: Pick<SearchCondition, 'needsTerms'>): string {
  return needsTerms ? 'order_search s join order_term t on t.order_id = s.order_id' : 'order_search s'
}

/**
 * What a filter means (search.md#search-filters): an order is found when the whole filter matches,
 * it belongs to a store of the caller, and it is not deleted unless `Deleted` was requested.
 * Statements with it must not be prepared by name: the best plan depends on the values. Raises
 * `ValidationFailed` for a free text of too many words.
 */
export function searchCondition(filter: SearchFilter, scope: SearchScope): SearchCondition {
  const conditions = sqlConditions()
  addCounted(conditions, 's', { filter, scope })
  const counted = conditions.count()
  addRowConditions(conditions, { filter, scope })
  const ofRow = conditions.count()
  addTermConditions(conditions, filter, scope)
  const ofTerms = conditions.count()
  addTagAndMethodTerms(conditions, filter)
  return {
    sql: conditions.sql(),
    values: conditions.values,
    needsTerms: conditions.count() > ofRow,
    usesOnlyCountedDimensions: ofTerms === counted,
    usesOnlyTerms: ofRow === counted && conditions.count() > ofRow && asksOnlyForStores(filter),
  }
}

/** Equal to `searchCondition` over `t`, a row of order_term, for a filter that allows it. */
export function termCondition(filter: SearchFilter, scope: SearchScope): SqlCondition {
  const conditions = sqlConditions()
  conditions.addText('not t.is_deleted')
  addStores(conditions, 't', { filter, scope })
  addTermConditions(conditions, filter, scope)
  addTagAndMethodTerms(conditions, filter)
  return { sql: conditions.sql(), values: conditions.values }
}
