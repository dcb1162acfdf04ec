import { type SqlCondition, sqlConditions } from '../../order/document/sql-conditions.ts'
import { addCounted, addStores, asksOnlyForStores } from './counted-condition.ts'
import type { SearchFilter, SearchScope } from './domain/search-filter.ts'
import { addRowConditions } from './search-row-conditions.ts'
import { addTagAndMethodTerms, addTermConditions } from './search-term-conditions.ts'

/** What a filter means over `s`, a row of order_search, and `t`, the row of order_term of the same order. */
export type SearchCondition = SqlCondition & {
  /** Whether `t` is named at all. */
  needsTerms: boolean
  /** Whether the filter looks at nothing but what order_count knows; then `countedCondition` says the same over that table. */
  usesOnlyCountedDimensions: boolean
  /** Whether it looks at nothing but words, besides stores; then `termCondition` says the same over `t` alone. */
  usesOnlyTerms: boolean
}

/** The tables that a condition is over, joined only as far as it needs them. */
export function searchedTables({ needsTerms }: Pick<SearchCondition, 'needsTerms'>): string {
  return needsTerms ? 'order_search s join order_term t on t.order_id = s.order_id' : 'order_search s'
}

/**
 * What a filter means (search.md#search-filters): an order is found when everything that the filter
 * says holds for it, it belongs to a store of the caller, and it is not deleted unless `Deleted` was asked for. Statements with it
 * must not be named: which plan is good depends on the values. Raises `ValidationFailed` for a free text
 * of too many words.
 */
export function searchCondition(filter: SearchFilter, scope: SearchScope): SearchCondition {
  const conditions = sqlConditions()
  addCounted(conditions, 's', { filter, scope })
  const counted = conditions.count()
  addRowConditions(conditions, filter, scope.now)
  const ofRow = conditions.count()
  addTermConditions(conditions, filter)
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

/** The same as `searchCondition` over `t`, a row of order_term, for a filter of which it says that this is possible. */
export function termCondition(filter: SearchFilter, scope: SearchScope): SqlCondition {
  const conditions = sqlConditions()
  conditions.addText('not t.is_deleted')
  addStores(conditions, 't', { filter, scope })
  addTermConditions(conditions, filter)
  addTagAndMethodTerms(conditions, filter)
  return { sql: conditions.sql(), values: conditions.values }
}
