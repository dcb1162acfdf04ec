import type { Database } from '@open-oms/service-kit/database/database'
import { type SqlConditions, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { partCondition } from '@open-oms/service-kit/database/text-conditions'
import { orderColumn } from '../../order/store/stored-document.ts'
import type { SearchScope } from '../search/domain/search-filter.ts'
import { searchedTexts } from '../search/domain/searched-texts.ts'

type Reader = Pick<Database, 'query'>

/**
 * Orders that a search looks through for customers, the newest first: a word that is in most orders
 * must not read all of them.
 */
const ORDERS_LOOKED_THROUGH = 5_000

export type CustomerSearch = {
  searchText: string | undefined
  /** The customer that has this stored key. */
  customerKey: string | undefined
  scope: Pick<SearchScope, 'storeIds' | 'markets'>
  take: number
}

const foundRow = {
  customer_key: Sql.text,
  customer_id: Sql.nullable(Sql.text),
  customer_number: Sql.nullable(Sql.text),
  customer_type: Sql.nullable(Sql.text),
  name: Sql.nullable(Sql.text),
  email: Sql.nullable(Sql.text),
  phone: Sql.nullable(Sql.text),
  order_id: Sql.text,
  order_number: Sql.nullable(Sql.text),
  last_ordered: Sql.timestamptz,
  first_ordered: Sql.timestamptz,
  figures: Sql.json,
}
export type FoundRow = RowOf<typeof foundRow>

/**
 * The customers of orders of the caller that have each word, the one that ordered last first, with
 * what all their orders in the caller's stores come to. Not prepared by name: the best plan depends
 * on the values.
 */
export function customersStatement({ searchText, customerKey, scope, take }: CustomerSearch): BuiltStatement<typeof foundRow> {
  const conditions = sqlConditions()
  conditions.addText('c.customer_key is not null and not c.is_deleted')
  const stores = storeCondition(conditions, scope.storeIds)
  if (customerKey !== undefined) conditions.add((key) => `c.customer_key = ${key}`, customerKey)
  addWords(conditions, searchText, scope)
  const own = `own.customer_key = page.customer_key and not own.is_deleted and ${stores.replaceAll('c.', 'own.')}`
  const field = (name: string) => `o.document ->> '${name}'`
  const sql = `with matching as (
      select c.customer_key, c.created from order_customer c where ${conditions.sql()} order by c.created desc limit ${ORDERS_LOOKED_THROUGH}
    ),
    page as (
      select customer_key, max(created) as matched from matching group by customer_key
      order by matched desc, customer_key limit ${conditions.parameter(take)}
    )
    select coalesce(page.customer_key, '') as customer_key, ${field('customerId')} as customer_id, ${field('customerNumber')} as customer_number,
      ${field('customerType')} as customer_type, ${field('customerName')} as name, ${field('customerEmail')} as email,
      ${field('customerPhone')} as phone, o.id as order_id, ${field('orderNumber')} as order_number,
      newest.created as last_ordered, sums.first_ordered, sums.figures
    from page
      cross join lateral (
        select own.order_id, own.created from order_customer own where ${own} order by own.created desc, own.order_id desc limit 1
      ) as newest
      join "order" o on o.id = newest.order_id
      cross join lateral (
        select min(by_currency.first_ordered) as first_ordered, json_agg(json_build_object('currency', by_currency.currency,
          'orderCount', by_currency.order_count, 'turnover', by_currency.turnover, 'returned', by_currency.returned)
          order by by_currency.order_count desc, by_currency.currency) as figures
        from (
          select own.currency, count(*) as order_count, sum(own.turnover) as turnover, sum(own.returned) as returned,
            min(own.created) as first_ordered
          from order_customer own where ${own} group by own.currency
        ) as by_currency
      ) as sums
    order by page.matched desc, page.customer_key`
  return { text: sql, values: conditions.values, row: foundRow }
}

/** Adds that an order is of the caller's stores; returns the condition, to be used again. */
function storeCondition(conditions: SqlConditions, storeIds: readonly string[] | null): string {
  if (storeIds === null) return 'true'
  const condition = `c.store_id = any(${conditions.parameter([...new Set(storeIds)])}::text[])`
  conditions.addText(condition)
  return condition
}

function addWords(conditions: SqlConditions, text: string | undefined, scope: CustomerSearch['scope']): void {
  const countries = [...new Set(scope.markets.map(({ country }) => country))]
  const part = (word: string) => partCondition('c.customer_text', word, conditions.parameter)
  for (const { texts, phoneTerms } of searchedTexts(text, countries)) {
    const words = texts.map((word) => `(${part(word)})`).join(' and ')
    const phones = phoneTerms.map((term) => part(term.slice(term.indexOf(':') + 1)))
    conditions.addText([words, ...phones].join(' or '))
  }
}

/** Customers that a search finds (customers.md#customer-search). */
export function findCustomerRows(reader: Reader, search: CustomerSearch): Promise<FoundRow[]> {
  return fetchRows(reader, customersStatement(search))
}

const keyOfOrder = statement({
  name: 'customer-key-of-order',
  text: `select coalesce(customer_key, '') as customer_key from order_customer
    where order_id = $1 and not is_deleted and customer_key is not null and ($2::text[] is null or store_id = any($2))`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { customer_key: Sql.text },
})

/** The stored key of the customer of an order in one of the stores, or null. */
export async function findKeyOfOrder(
  reader: Reader,
  orderId: string,
  storeIds: readonly string[] | null,
): Promise<string | null> {
  const [row] = await keyOfOrder.on(reader, orderId, storeIds)
  return row?.customer_key ?? null
}

const newestOrders = statement({
  name: 'customer-newest-orders',
  text: `select o.document from order_customer as c join "order" as o on o.id = c.order_id
    where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any($2))
    order by c.created desc, c.order_id desc limit $3`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text)), Sql.bigint],
  row: { document: orderColumn },
})

/** The newest orders of a customer in the stores. */
export async function readNewestOrders(
  reader: Reader,
  { key, storeIds, take }: { key: string; storeIds: readonly string[] | null; take: number },
) {
  return (await newestOrders.on(reader, key, storeIds, take)).map(({ document }) => document)
}

const countReturns = statement({
  name: 'customer-count-returns',
  text: `select count(*) as count from order_customer as c join order_return as r on r.order_id = c.order_id
    where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any($2))`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { count: Sql.bigint },
})

/** How many return forms the orders of a customer in the stores have. */
export async function countReturnForms(reader: Reader, key: string, storeIds: readonly string[] | null): Promise<number> {
  const [row] = await countReturns.on(reader, key, storeIds)
  return row?.count ?? 0
}

const ordersOfCustomer = statement({
  name: 'customer-orders',
  text: `select o.id, o.document ->> 'orderNumber' as order_number, page.created, s.store_id, s.order_type, s.status, s.payment_status,
      s.fulfilment_status, page.currency, page.turnover::text as turnover, page.returned::text as returned
    from (
      select * from order_customer as c
      where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any($2))
      order by c.created desc, c.order_id desc limit $3 offset $4
    ) as page join "order" as o on o.id = page.order_id join order_search as s on s.order_id = page.order_id
    order by page.created desc, page.order_id desc`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text)), Sql.bigint, Sql.bigint],
  row: {
    id: Sql.text,
    order_number: Sql.nullable(Sql.text),
    created: Sql.timestamptz,
    store_id: Sql.text,
    order_type: Sql.text,
    status: Sql.text,
    payment_status: Sql.text,
    fulfilment_status: Sql.nullable(Sql.text),
    currency: Sql.text,
    turnover: Sql.text,
    returned: Sql.text,
  },
})
export type CustomerOrderRow = RowOf<typeof ordersOfCustomer.row>

/** A page of the orders of a customer in the stores, newest first. */
export function readOrdersOfCustomer(
  reader: Reader,
  { key, storeIds, take, skip }: { key: string; storeIds: readonly string[] | null; take: number; skip: number },
): Promise<CustomerOrderRow[]> {
  return ordersOfCustomer.on(reader, key, storeIds, take, skip)
}

const countOrders = statement({
  name: 'customer-count-orders',
  text: `select count(*) as count from order_customer as c
    where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any($2))`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { count: Sql.bigint },
})

/** How many orders a customer has in the stores. */
export async function countOrdersOfCustomer(reader: Reader, key: string, storeIds: readonly string[] | null): Promise<number> {
  const [row] = await countOrders.on(reader, key, storeIds)
  return row?.count ?? 0
}
