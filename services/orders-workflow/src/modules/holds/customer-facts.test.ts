// Own process: its database has many orders.
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { termOf } from '../../order/rules/search/search-terms.ts'
import { sumOpen } from '../../order/write/customer-facts.ts'

const ORDERS = 20_000

t.test(
  'given a customer with many paid orders, when the open amount is read, then few of them are, and an old open one counts',
  async (t) => {
    const database = await testDatabase(t, 'orders-workflow')
    const document = '{"remainingPayment": 250, "billingCurrency": "NOK", "orderForm": {"payments": []}}'
    await database.query({
      text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
      select 'O-' || n, 'Oslo-01', 1, gen_random_uuid(), 1, $1::json from generate_series(1, ${ORDERS}) as n`,
      values: [document],
    })
    // The first order is the newest; the last, the oldest, is not paid.
    await database.query({
      text: `insert into order_search (order_id, version_number, status, order_type, store_id, payment_status, inventory_status, tags,
        shipping_methods, is_deleted, is_urgent, has_errors, total, created, modified, customer_id)
      select 'O-' || n, 1, 'New', 'Online', 'Oslo-01', case when n = ${ORDERS} then 'NotPaid' else 'Paid' end, 'InStock', '{}', '{}',
        false, false, false, 0, now() - n * interval '1 minute', now(), 'k-1' from generate_series(1, ${ORDERS}) as n`,
    })
    await database.query({
      text: `insert into order_term (order_id, store_id, is_deleted, terms, search_text, payments)
        select order_id, store_id, is_deleted, '{}', '', '[]' from order_search`,
    })
    await database.owner.query({ text: 'analyze' })
    const values = [['k-1'], [termOf.paymentType('Invoiced')], 1_000] as const
    t.match(await sumOpen.on(database, ...values), [{ customer_id: 'k-1', currency: 'NOK', count: 1, open: '250' }])

    const rows = await database.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, costs off, timing off, summary off) ${sumOpen.text}`,
      values,
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    t.match(plan, /order_search_customer_open_idx/)
    const read = [...plan.matchAll(/rows=(\d+)/g)].map(([, count]) => Number(count))
    t.ok(Math.max(...read) <= 5_000, plan)
  },
)
