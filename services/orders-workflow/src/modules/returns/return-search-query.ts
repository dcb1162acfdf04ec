import type { ReturnOrderSearchRequest } from '@open-oms/contracts/orders/returns/return-search'
import { folded } from '@open-oms/contracts/text/folded-text'
import type { Database } from '@open-oms/service-kit/database/database'
import { addOneOf, type SqlConditions, sqlConditions, unicodeSpellings } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, type RowOf, Sql } from '@open-oms/service-kit/database/statement'
import { containsCondition } from '@open-oms/service-kit/database/text-conditions'
import { cursorFormat, isStorableText, parseJsonList } from '@open-oms/service-kit/input/cursor'
import { phoneTerms, searchKey, termOf } from '../../order/rules/search/search-terms.ts'
import { formText } from '../../order/rules/sparse-order.ts'
import { nonEmpty } from '../search/domain/search-filter.ts'
import { addOrderNumber } from '../search/search-row-conditions.ts'
import { addFreeText } from '../search/search-term-conditions.ts'

export type ReturnFilter = Omit<ReturnOrderSearchRequest, 'after' | 'page' | 'sortOrder' | 'take'>

/** The place of a form in the order of the result: when it was made, its order, and its index. */
export type ReturnPosition = { created: string; orderId: string; place: number }

/** `next` of a page of return forms. */
export const returnCursor = cursorFormat<ReturnPosition>({
  write: ({ created, orderId, place }) => JSON.stringify([Date.parse(created), place, orderId]),
  read(text) {
    const [created, place, orderId] = parseJsonList(text)
    if (!isIndex(created) || !isIndex(place) || !isStorableText(orderId)) return null
    return { created: new Date(created).toISOString(), orderId, place }
  },
  problem: 'is not the `next` of a search for return forms',
})

const INDEX_MAX = 8e15

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < INDEX_MAX
}

export type ReturnSearch = {
  filter: ReturnFilter
  /** The stores that the caller is limited to; null means all (security.md#roles). */
  storeIds: readonly string[] | null
  /** The countries in which phone numbers without a prefix are read (search.md#phone-numbers). */
  countries: readonly string[]
  /** The statuses of forms whose goods have come in. */
  receivedStatuses: readonly string[]
  isOldestFirst: boolean
  /** Only forms that follow it; null: from the first one on. */
  after: ReturnPosition | null
  take: number
  /** Forms before the page. */
  skip: number
}

const foundRow = {
  total: Sql.double,
  orderId: Sql.nullable(Sql.text),
  orderNumber: Sql.nullable(Sql.text),
  customerId: Sql.nullable(Sql.text),
  customerName: Sql.nullable(Sql.text),
  customerEmail: Sql.nullable(Sql.text),
  customerPhone: Sql.nullable(Sql.text),
  billingCurrency: Sql.nullable(Sql.text),
  marketId: Sql.nullable(Sql.text),
  place: Sql.nullable(Sql.integer),
  created: Sql.nullable(Sql.timestamptz),
  orderStoreId: Sql.nullable(Sql.text),
  storeId: Sql.nullable(Sql.text),
  form: Sql.nullable(Sql.decoded(Sql.text, formText)),
}
type FoundRow = RowOf<typeof foundRow>
type NeverNull = 'orderId' | 'orderStoreId' | 'storeId' | 'form'
type Position = { place: number; created: Date }

/** A return form, as JSON, with the fields of its order that identify it. */
export type FoundReturn = Omit<FoundRow, NeverNull | 'total' | keyof Position> & Record<NeverNull, string> & Position

/**
 * Finds one page of return forms and the total number. One row without a form when the page is
 * empty. Not prepared by name: the best plan depends on the values.
 */
export function returnsStatement(search: ReturnSearch): BuiltStatement<typeof foundRow> {
  const conditions = searchConditions(search)
  const tables = 'order_return r join order_search s on s.order_id = r.order_id join order_term t on t.order_id = r.order_id'
  // A join by primary key that no condition needs loses no row, so it is omitted.
  const from = conditions.sql().match(/\b[st]\./) === null ? 'order_return r' : tables
  const total = conditions.sql()
  const direction = search.isOldestFirst ? 'asc' : 'desc'
  const order = (alias: string) => ['created', 'order_id', 'place'].map((name) => `${alias}.${name} ${direction}`).join(', ')
  addPosition(conditions, search)
  const [take, skip] = [conditions.parameter(search.take), conditions.parameter(search.skip)]
  const sql = `with total as (select count(*)::float8 as total from ${from} where ${total}),
    page as (
      select r.order_id, r.place, r.created, r.store_id, r.order_store_id from ${from} where ${conditions.sql()}
      order by ${order('r')} limit ${take} offset ${skip}
    )
    select total.total, page.order_id as "orderId", page.store_id as "storeId", page.order_store_id as "orderStoreId",
      o.document ->> 'orderNumber' as "orderNumber", o.document ->> 'customerId' as "customerId",
      o.document ->> 'customerName' as "customerName", o.document ->> 'customerEmail' as "customerEmail",
      o.document ->> 'customerPhone' as "customerPhone", o.document ->> 'billingCurrency' as "billingCurrency",
      o.document ->> 'marketId' as "marketId", page.place, page.created, (o.document -> 'returnOrderForms' -> page.place)::text as form
    from total left join page on true left join "order" o on o.id = page.order_id
    order by ${order('page')}`
  return { text: sql, values: conditions.values, row: foundRow }
}

function addPosition(conditions: SqlConditions, { after, isOldestFirst }: ReturnSearch): void {
  if (after === null) return
  const [created, orderId, place] = [after.created, after.orderId, after.place].map(conditions.parameter)
  const follows = isOldestFirst ? '>' : '<'
  conditions.addText(`(r.created, r.order_id, r.place) ${follows} (${created}::timestamptz, ${orderId}::text, ${place}::integer)`)
}

/**
 * One page of return forms, newest first unless asked otherwise, and the total number, of one
 * moment (returns.md#return-creation). Forms of deleted orders are left out. Raises
 * `ValidationFailed` for a free text of too many words.
 */
export async function findReturns(
  database: Pick<Database, 'query'>,
  search: ReturnSearch,
): Promise<{ totalHits: number; found: FoundReturn[] }> {
  const rows = await fetchRows(database, returnsStatement(search))
  const found = rows.filter((row): row is FoundRow & FoundReturn => row.orderId !== null)
  return { totalHits: rows[0]?.total ?? 0, found }
}

function searchConditions({ filter, storeIds, countries, receivedStatuses }: ReturnSearch): SqlConditions {
  const conditions = sqlConditions()
  conditions.addText('not r.is_deleted')
  if (storeIds !== null) addOneOf(conditions, 'r.order_store_id', [...new Set(storeIds)])
  addOwn(conditions, filter)
  // As in the condition of an index.
  if (filter.awaitsRefund) {
    conditions.addText('r.is_refund_open')
    addOneOf(conditions, 'r.status', receivedStatuses)
  }
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
  const statuses = nonEmpty(filter.selectedStatuses)
  if (statuses !== null) addOneOf(conditions, 'r.status', [...new Set(statuses)])
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
  if (customerName) conditions.addText(containsCondition('s.customer_name_key', folded(customerName), conditions.parameter))
  if (email) conditions.add((wanted) => `t.terms @> ${wanted}::text[]`, [termOf.email(email)])
  if (phone) conditions.add((wanted) => `t.terms && ${wanted}::text[]`, phoneTerms('phone', phone, countries))
  if (orderNumber) addOrderNumber(conditions, orderNumber)
}
