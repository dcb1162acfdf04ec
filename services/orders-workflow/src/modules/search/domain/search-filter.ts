import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { Market } from '@open-oms/contracts/config/markets'
import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Store } from '@open-oms/contracts/config/stores'
import { invalid } from '@open-oms/contracts/errors'
import { findValueFault } from '@open-oms/contracts/model/field-values'
import type { OrderSearchFilters } from '@open-oms/contracts/orders/search/search'
import { folded } from '@open-oms/contracts/text/folded-text'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { searchableFields } from '../../../order/rules/fields/declared-fields.ts'
import type { PropertyKey } from '../../../order/rules/search/search-terms.ts'

/** The filters of a search request, and those that only lists have. */
export type SearchFilter = { [K in keyof OrderSearchFilters]?: OrderSearchFilters[K] | undefined } & {
  /** Strictly later than this; ISO 8601 UTC (orders.md#order-lists). */
  modifiedAfter?: string | undefined
  /** In addition to `orderType`: one of these. */
  orderTypes?: readonly string[] | undefined
  /** One of these is the warehouse of a shipment (search.md#search-filters). */
  warehouses?: readonly string[] | undefined
  /** In addition to `customerId`: the customer of the URL. */
  ofCustomer?: string | undefined
}

/** For whom and when orders are searched. */
export type SearchScope = {
  /** The stores that the caller is limited to; null means all (security.md#roles). */
  storeIds: readonly string[] | null
  /** Statuses match in any letter case by their configured names (search.md#search-filters). */
  orderTypes: readonly OrderType[]
  /** In which phone numbers without a prefix are read (search.md#phone-numbers). */
  markets: readonly Market[]
  /** Whose first warehouses shipments without one leave from. */
  stores: readonly Store[]
  /** Of which orders are found by those that are searchable (search.md#searchable-fields). */
  customFields: readonly CustomField[]
  now: Date
}

/** A filter and its scope. */
export type ScopedFilter = { filter: SearchFilter; scope: SearchScope }

/**
 * The non-empty values of a list, unique; null when there are none, which is no filter
 * (search.md#search-filters).
 */
export function nonEmpty<T extends string>(values: readonly T[] | undefined): Exclude<T, ''>[] | null {
  const said = [...new Set(values)].filter((value) => value !== '') as Exclude<T, ''>[]
  return said.length === 0 ? null : said
}

/**
 * The statuses of names in any letter case: the configured ones, and the names themselves
 * (search.md#search-filters).
 */
export function statusesNamed(names: readonly string[], types: readonly OrderType[]): string[] {
  const wanted = new Set(names.map(folded))
  const configured = types.flatMap((type) => type.orderStatuses.map((status) => status.name))
  return [...new Set([...names, ...[...configured, DELETED].filter((name) => wanted.has(folded(name)))])]
}

/**
 * The countries in which a search reads phone numbers without a prefix: those of the markets that
 * it is limited to, else of all.
 */
export function phoneCountries({ selectedMarkets }: SearchFilter, { markets }: Pick<SearchScope, 'markets'>): string[] {
  const wanted = nonEmpty(selectedMarkets)
  return [...new Set(markets.filter(({ id }) => wanted?.includes(id) ?? true).map(({ country }) => country))]
}

/**
 * The properties that an order must have (search.md#search-filters). An empty item is no filter;
 * one with a value but no key raises `ValidationFailed`: it would find everything.
 */
export function wantedProperties({ property, properties = [] }: SearchFilter): PropertyKey[] {
  const items = [...(property === undefined ? [] : [{ path: 'property', item: property }]), ...properties.map(withPath)]
  return items.flatMap(({ path, item: { key, value, keyGroup } }) => {
    if (!key && (value || keyGroup)) throw invalid(`${path}.key`, 'is required beside a value')
    return key ? [{ key, ...(value === undefined ? {} : { value }), ...(keyGroup === undefined ? {} : { keyGroup }) }] : []
  })
}

/** A range of a declared field, with the ends as they are compared; null: open. */
export type WantedRange = { key: string; isNumber: boolean; from: string | null; to: string | null }

/**
 * The ranges that values of fields must be in (search.md#searchable-fields). Raises
 * `ValidationFailed` for a field that has none, and an end that is no value of it.
 */
export function wantedRanges({ propertyRanges = [] }: SearchFilter, scope: Pick<SearchScope, 'customFields'>): WantedRange[] {
  return propertyRanges.map(({ key, from, to }, index) => {
    const path = `propertyRanges[${index}]`
    const field = searchableField(scope, key, `${path}.key`)
    for (const [end, value] of Object.entries({ from, to })) {
      if (!value) continue
      const isRanged = field.type === 'number' || field.type === 'date'
      const fault = isRanged ? findValueFault(field, value) : `is for numbers and days: "${key}" has type ${field.type}`
      if (fault !== null) throw invalid(`${path}.${end}`, fault)
    }
    return { key, isNumber: field.type === 'number', from: from || null, to: to || null }
  })
}

/** A field that orders are searched by. Raises `ValidationFailed` at a path when it is none. */
export function searchableField(scope: Pick<SearchScope, 'customFields'>, key: string, path: string): CustomField {
  const field = searchableFields(scope).find((one) => one.key === key)
  if (field === undefined) throw invalid(path, `"${key}" is no searchable field of orders`)
  return field
}

function withPath<T>(item: T, index: number): { path: string; item: T } {
  return { path: `properties[${index}]`, item }
}
