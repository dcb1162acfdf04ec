import { folded } from '@oms/contracts/folded-text'
import type { ReturnOrderSearchRequest } from '@oms/contracts/orders/returns/return-search'
import type { Database } from '@oms/service-kit/database/database'
import { addOneOf, type SqlConditions, sqlConditions, unicodeSpellings } from '@oms/service-kit/database/sql-conditions'
import { type BuiltStatement, decoded, double, fetchRows, nullable, type RowOf, text } from '@oms/service-kit/database/statement'
import { partPattern } from '@oms/service-kit/database/text-conditions'
import { phoneTerms, searchKey, termOf } from '../../order/rules/search/search-terms.ts'
import { formText } from '../../order/rules/sparse-order.ts'
import { nonEmpty } from '../search/domain/search-filter.ts'
import { addOrderNumber } from '../search/search-row-conditions.ts'
import { addFreeText } from '../search/search-term-conditions.ts'

export type ReturnFilter = Omit<ReturnOrderSearchRequest, 'take' | 'page'>

export type ReturnSearch = {
  filter: ReturnFilter
  /** The stores that the caller is limited to; null means all (security.md#roles). */
  storeIds: readonly string[] | null
  /** The countries in which phone numbers without a prefix are read (search.md#phone-numbers). */
  countries: readonly string[]
  take: number
  /** Forms before the page. */
  skip: number
}

const foundRow = {
  total: double,
  orderId: nullable(text),
  orderNumber: nullable(text),
  customerId: nullable(text),
  customerName: nullable(text),
  customerEmail: nullable(text),
  customerPhone: nullable(text),
  orderStoreId: nullable(text),
  storeId: nullable(text),
  form: nullable(decoded(text, formText)),
}
type FoundRow = RowOf<typeof foundRow>
type NeverNull = 'orderId' | 'orderStoreId' | 'storeId' | 'form'

/** A return form, as JSON, with the fields of its order that identify it. */
export type FoundReturn = Omit<FoundRow, NeverNull | 'total'> & Record<NeverNull, string>

/**
 * Finds one page of return forms and the total number. One row without a form when the page is
 * empty. Not prepared by name: the best plan depends on the values.
 */
export function returnsStatement(search: ReturnSearch): BuiltStatement<typeof foundRow> {
  const conditions = searchConditions(search)
  const tables = 'order_return r join order_search s on s.order_id = r.order_id join order_term t on t.order_id = r.order_id'
  // A join by primary key that no condition needs loses no row, so it is omitted.
  const from = conditions.sql().match(/\b[st]\./) === null ? 'order_return r' : tables
  const [take, skip] = [conditions.parameter(search.take), conditions.parameter(search.skip)]
  const sql = `with total as (select count(*)::float8 as total from ${from} where ${conditions.sql()}),
    page as (
      select r.order_id, r.place, r.created, r.store_id, r.order_store_id from ${from} where ${conditions.sql()}
      order by r.created desc, r.order_id desc, r.place desc limit ${take} offset ${skip}
    )
    select total.total, page.order_id as "orderId", page.store_id as "storeId", page.order_store_id as "orderStoreId",
      o.document ->> 'orderNumber' as "orderNumber", o.document ->> 'customerId' as "customerId",
      o.document ->> 'customerName' as "customerName", o.document ->> 'customerEmail' as "customerEmail",
      o.document ->> 'customerPhone' as "customerPhone", (o.document -> 'returnOrderForms' -> page.place)::text as form
    from total left join page on true left join "order" o on o.id = page.order_id
    order by page.created desc, page.order_id desc, page.place desc`
  return { text: sql, values: conditions.values, row: foundRow }
}

/**
 * One page of return forms, newest first, and the total number, of one moment
 * (returns.md#return-creation). Forms of deleted orders are left out. Raises `ValidationFailed` for
 * a free text of too many words.
 */
export async function findReturns(
  database: Pick<Database, 'query'>,
  search: ReturnSearch,
): Promise<{ totalHits: number; found: FoundReturn[] }> {
  const rows = await fetchRows(database, returnsStatement(search))
  const found = rows.filter((row): row is FoundRow & FoundReturn => row.orderId !== null)
  return { totalHits: rows[0]?.total ?? 0, found }
}

function searchConditions({ filter, storeIds, countries }: ReturnSearch): SqlConditions {
  const conditions = sqlConditions()
  conditions.addText('not r.is_deleted')
  if (storeIds !== null) addOneOf(conditions, 'r.order_store_id', [...new Set(storeIds)])
  addOwn(conditions, filter)
  addOfOrder(conditions, filter, countries)
  addFreeText(conditions, { columns: ['r.search_text', 't.search_text'], text: filter.searchText, countries })
  return conditions
}

function addOwn(conditions: SqlConditions, filter: ReturnFilter): void {
  const { createdFrom, createdTo, modifiedFrom, modifiedTo, rmaNumber, id, projectId } = filter
  if (createdFrom) conditions.add((time) => `r.created >= ${time}`, createdFrom)
  if (createdTo) conditions.add((time) => `r.created <= ${time}`, createdTo)
  if (modifiedFrom) conditions.add((time) => `r.modified >= ${time}`, modifiedFrom)
  if (modifiedTo) conditions.add((time) => `r.modified <= ${time}`, modifiedTo)
  if (rmaNumber) conditions.add((number) => `r.rma_number = ${number}`, searchKey(rmaNumber))
  const stores = nonEmpty(filter.selectedStores)
  if (stores !== null)
    conditions.add((wanted) => `r.store_id = any(${wanted}) or r.order_store_id = any(${wanted})`, unicodeSpellings(...stores))
  if (id) {
    const key = conditions.parameter(searchKey(id))
    conditions.add((ids) => `r.order_id = any(${ids}::text[]) or r.return_id = ${key}`, unicodeSpellings(id))
  }
  if (projectId) {
    const term = conditions.parameter([termOf.project(projectId)])
    conditions.add((project) => `r.project_id = ${project} or t.terms @> ${term}::text[]`, searchKey(projectId))
  }
}

function addOfOrder(conditions: SqlConditions, filter: ReturnFilter, countries: readonly string[]): void {
  const { customerId, customerName, email, phone, orderNumber } = filter
  if (customerId) conditions.add((key) => `s.customer_id = ${key}`, searchKey(customerId))
  if (customerName) conditions.add((name) => `s.customer_name_key like ${name}`, partPattern(folded(customerName)))
  if (email) conditions.add((wanted) => `t.terms @> ${wanted}::text[]`, [termOf.email(email)])
  if (phone) conditions.add((wanted) => `t.terms && ${wanted}::text[]`, phoneTerms('phone', phone, countries))
  if (orderNumber) addOrderNumber(conditions, orderNumber)
}
