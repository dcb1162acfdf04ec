import type { Order } from '@open-oms/contracts/orders/order'
import { sumOfAmounts } from '@open-oms/money/minor'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { type OrderConfig, orderCurrency } from '../rules/context/order-context.ts'
import { type CustomerFacts, nothingKnown, openCustomerAmount } from '../rules/holds/hold-rules.ts'
import { searchKey, termOf } from '../rules/search/search-terms.ts'
import { CUSTOMERS_OF_RULES } from '../store/advisory-lock.ts'

/** Open orders of a customer that are summed up, the newest first. */
const ORDERS_MAX = 1_000

// In one order, so that no two requests wait for each other.
const lockCustomers = statement({
  name: 'holds-lock-customers',
  text: `select pg_advisory_xact_lock($1, key) from (select distinct hashtext(customer) as key from unnest($2::text[]) as customer order by key) as keys`,
  parameters: [Sql.integer, Sql.list(Sql.text)],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/** The newest orders of a customer that are looked through for open invoices. */
const INVOICES_AMONG_MAX = 5_000

const openOf = `s.customer_id = wanted.customer_id and not s.is_deleted`

/**
 * Orders that something is left to pay for have an index of their own; an open invoice is found
 * only by looking. Neither reads all orders that a customer ever had: the customer is locked
 * meanwhile.
 */
export const sumOpen = statement({
  name: 'holds-customer-facts',
  text: `select wanted.customer_id, o.currency, o.market_id, count(*) as count,
      sum(coalesce((o.document ->> 'remainingPayment')::numeric, 0) + coalesce((
        select sum((payment ->> 'amount')::numeric) from json_array_elements(o.document -> 'orderForm' -> 'payments') as payment
        where payment ->> 'transactionType' = 'Invoiced' and payment ->> 'status' in ('Processed', 'Approved')
      ), 0))::text as open
    from unnest($1::text[]) as wanted (customer_id) cross join lateral (
      select found.market_id, o.document, o.document ->> 'billingCurrency' as currency from (
        (select s.order_id, s.market_id, s.created from order_search as s
          where ${openOf} and s.payment_status in ('NotPaid', 'PartiallyPaid') order by s.created desc limit $3)
        union
        (select newest.order_id, newest.market_id, newest.created from (
            select s.order_id, s.market_id, s.created from order_search as s
            where ${openOf} order by s.created desc limit ${INVOICES_AMONG_MAX}
          ) as newest join order_term as t on t.order_id = newest.order_id where t.terms && $2::text[])
      ) as found join "order" as o on o.id = found.order_id order by found.created desc limit $3
    ) as o group by wanted.customer_id, o.currency, o.market_id`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text), Sql.bigint],
  row: {
    customer_id: Sql.text,
    currency: Sql.nullable(Sql.text),
    market_id: Sql.nullable(Sql.text),
    count: Sql.bigint,
    open: Sql.text,
  },
})

const findKnown = statement({
  name: 'holds-known-customers',
  text: `select customer_id from unnest($1::text[]) as wanted (customer_id)
    where exists (select from order_search as s where s.customer_id = wanted.customer_id and not s.is_deleted)`,
  parameters: [Sql.list(Sql.text)],
  row: { customer_id: Sql.text },
})

/**
 * What the orders of customers say, by customer id (holds.md#open-amount). The customers are locked
 * until the transaction ends: of two orders of a customer the second counts the first.
 */
async function readCustomerFacts(
  tx: Transaction,
  customerIds: readonly string[],
  config: OrderConfig,
): Promise<Map<string, CustomerFacts>> {
  const keys = [...new Set(customerIds.map(searchKey))]
  if (keys.length === 0) return new Map()
  await lockCustomers.on(tx, CUSTOMERS_OF_RULES, keys)
  const known = new Set((await findKnown.on(tx, keys)).map(({ customer_id }) => customer_id))
  const open = Map.groupBy(await sumOpen.on(tx, keys, [termOf.paymentType('Invoiced')], ORDERS_MAX), (row) => row.customer_id)
  return new Map(
    customerIds.map((id) => {
      const key = searchKey(id)
      const sums = (open.get(key) ?? []).map((row) => ({ currency: currencyOfRow(row, config), amount: Number(row.open) }))
      const byCurrency = Map.groupBy(sums, ({ currency }) => currency)
      const openAmounts = new Map(
        [...byCurrency].map(([currency, items]) => [currency, sumOfAmounts(items.map(({ amount }) => amount))]),
      )
      return [id, { hasOrders: known.has(key), openAmounts }]
    }),
  )
}

function currencyOfRow(
  { currency, market_id }: { currency: string | null; market_id: string | null },
  config: OrderConfig,
): string {
  return orderCurrency({ billingCurrency: currency, marketId: market_id } as Order, config)
}

/** What the orders of customers say, those that the same write creates included. */
export type KnownCustomers = {
  of(customerId: string | null | undefined): CustomerFacts
  /** Counts an order that is created; its totals are calculated. */
  add(customerId: string, order: Order): void
}

/**
 * Reads what the orders of customers say, who stay locked until the transaction ends
 * (holds.md#hold-rules).
 */
export async function knownCustomers(
  tx: Transaction,
  customerIds: readonly string[],
  config: OrderConfig,
): Promise<KnownCustomers> {
  const known = await readCustomerFacts(tx, customerIds, config)
  const of = (customerId: string | null | undefined) => known.get(customerId ?? '') ?? nothingKnown
  return {
    of,
    add(customerId, order) {
      const { openAmounts } = of(customerId)
      const currency = orderCurrency(order, config)
      const sum = sumOfAmounts([openAmounts.get(currency) ?? 0, openCustomerAmount(order)])
      known.set(customerId, { hasOrders: true, openAmounts: new Map([...openAmounts, [currency, sum]]) })
    },
  }
}
