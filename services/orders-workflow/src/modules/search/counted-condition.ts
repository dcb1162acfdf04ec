import {
  addOneOf,
  type SqlCondition,
  type SqlConditions,
  sqlConditions,
  unicodeSpellings,
} from '@open-oms/service-kit/database/sql-conditions'
import { DELETED } from '../../order/rules/context/order-guards.ts'
import { nonEmpty, type ScopedFilter, type SearchFilter, type SearchScope, statusesNamed } from './domain/search-filter.ts'

/** The alias of order_search or order_count, whose columns have the same names. */
type CountedAlias = 's' | 'c'

/**
 * Adds the conditions over what order_count counts by. Required tags and shipping methods are left
 * out: over orders they are terms, which have an index.
 */
export function addCounted(conditions: SqlConditions, alias: CountedAlias, { filter, scope }: ScopedFilter): void {
  addStatuses(conditions, alias, { filter, scope })
  addStores(conditions, alias, { filter, scope })
  addPresent(conditions, `${alias}.market_id`, filter.selectedMarkets)
  addPresent(conditions, `${alias}.order_type`, filter.orderType === undefined ? undefined : [filter.orderType])
  addPresent(conditions, `${alias}.order_type`, filter.orderTypes)
  addPresent(conditions, `${alias}.sales_channel`, filter.salesChannels)
  addPresent(conditions, `${alias}.payment_status`, filter.paymentStatuses)
  addPresent(conditions, `${alias}.fulfilment_status`, filter.fulfilmentStatuses)
  const excludedTags = nonEmpty(filter.excludedTags)
  if (excludedTags !== null) conditions.add((tags) => `not ${alias}.tags && ${tags}::text[]`, excludedTags.map(inNfc))
}

/**
 * What a filter means over `c`, a row of order_count: equal to `searchCondition` over orders, for a
 * filter with counted dimensions only.
 */
export function countedCondition({ filter, scope }: ScopedFilter): SqlCondition {
  const conditions = sqlConditions()
  addCounted(conditions, 'c', { filter, scope })
  const tags = nonEmpty(filter.tags)
  if (tags !== null) conditions.add((value) => `c.tags @> ${value}::text[]`, tags.map(inNfc))
  for (const methods of wantedMethods(filter))
    conditions.add((value) => `c.shipping_methods && ${value}::text[]`, methods.map(inNfc))
  return { sql: conditions.sql(), values: conditions.values }
}

/** The lists of shipping methods of which an order must have one each. */
export function wantedMethods({ shippingMethodNames, shippingMethodName }: SearchFilter): string[][] {
  return [nonEmpty(shippingMethodNames), nonEmpty(shippingMethodName === undefined ? [] : [shippingMethodName])].filter(
    (methods) => methods !== null,
  )
}

/**
 * Whether the filter uses no counted dimension, except stores and required tags and shipping
 * methods.
 */
export function asksOnlyForStores(filter: SearchFilter): boolean {
  const { selectedStatuses, excludedStatuses, selectedMarkets, orderTypes, salesChannels, excludedTags } = filter
  const derived = [filter.paymentStatuses, filter.fulfilmentStatuses]
  const lists = [selectedStatuses, excludedStatuses, selectedMarkets, orderTypes, salesChannels, excludedTags, ...derived]
  return !filter.orderType && lists.every((list) => nonEmpty<string>(list) === null)
}

function addPresent(conditions: SqlConditions, column: string, values: readonly string[] | undefined): void {
  const wanted = nonEmpty(values)
  if (wanted !== null) addOneOf(conditions, column, unicodeSpellings(...wanted))
}

/** Tags and shipping methods are kept in this form (search.md#folded-texts). */
function inNfc(text: string): string {
  return text.normalize('NFC')
}

/** Deleted orders are found only on request (search.md#search-filters). */
function addStatuses(conditions: SqlConditions, alias: CountedAlias, { filter, scope }: ScopedFilter): void {
  const selected = nonEmpty(filter.selectedStatuses)
  const excluded = statusesNamed(nonEmpty(filter.excludedStatuses) ?? [], scope.orderTypes)
  if (selected !== null) {
    const left = statusesNamed(selected, scope.orderTypes).filter((status) => !excluded.includes(status))
    addOneOf(conditions, `${alias}.status`, left)
    return
  }
  if (excluded.length > 0) conditions.add((statuses) => `${alias}.status <> all(${statuses})`, excluded)
  if (alias === 's') conditions.addText('not s.is_deleted')
  else conditions.add((status) => `c.status <> ${status}`, DELETED)
}

/** The requested stores, limited to those of the caller (security.md#store-scope). */
export function addStores(
  conditions: SqlConditions,
  alias: CountedAlias | 't',
  { filter, scope }: { filter: Pick<SearchFilter, 'selectedStores'>; scope: Pick<SearchScope, 'storeIds'> },
): void {
  const selected = nonEmpty(filter.selectedStores)
  const { storeIds } = scope
  if (selected === null && storeIds === null) return
  const wanted =
    selected === null ? [...new Set(storeIds)] : unicodeSpellings(...selected).filter((id) => storeIds?.includes(id) ?? true)
  addOneOf(conditions, `${alias}.store_id`, wanted)
}
