import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { insertDirectly, simpleOrder } from '../../testing/orders/direct-writes.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { findOldest, measureOrders } from './measure-orders.ts'

const HOUR_MS = 3_600_000

t.test(
  'given orders of several types and statuses, when the metrics are read, then each has its number and the age of its oldest',
  async (t) => {
    const { deps, database } = await testOrders(t)
    const config = await sampleConfig()
    const now = new Date('2026-03-01T12:00:00.000Z')
    const created = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
    const orders = [
      { ...simpleOrder('new'), created: created(1) },
      { ...simpleOrder('older'), created: created(5) },
      { ...simpleOrder('other type'), orderType: 'Replacement', created: created(7) },
      { ...simpleOrder('begun'), status: 'InProgress', created: created(30) },
      { ...simpleOrder('deleted'), status: 'Deleted', created: created(900) },
    ]
    for (const order of orders) await insertDirectly(deps, order)
    const metrics = createMetrics('test')
    let reads = 0
    const query: typeof database.query = (statement) => {
      reads++
      return database.query(statement)
    }
    measureOrders({ query, config: () => config, now: () => now, metrics, everyMs: 60_000 })
    const page = await metrics.page()
    t.match(page, /^oms_orders\{order_type="Online",status="New",service="test"\} 2$/m)
    t.match(page, /^oms_orders\{order_type="Replacement",status="New",service="test"\} 1$/m)
    t.match(page, /^oms_orders\{order_type="Online",status="InProgress",service="test"\} 1$/m)
    t.match(page, /^oms_orders_oldest_age_seconds\{status="New",in_progress="false",service="test"\} 25200$/m)
    t.match(page, /^oms_orders_oldest_age_seconds\{status="InProgress",in_progress="true",service="test"\} 108000$/m)
    t.notMatch(page, /^oms_orders.*Deleted/m)
    t.equal(reads, 2, 'one measurement for all gauges')
    await insertDirectly(deps, simpleOrder('later'))
    t.match(await metrics.page(), /^oms_orders\{order_type="Online",status="New",service="test"\} 2$/m)
    t.equal(reads, 2, 'and for all pages of its time')
  },
)

t.test('given many orders, when the oldest of each status is looked up, then one row of an index is read for each', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const count = 20_000
  await database.query({
    text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
      select 'O-' || n, 'Oslo-01', 1, gen_random_uuid(), 1, '{}' from generate_series(1, ${count}) as n`,
  })
  await database.query({
    text: `insert into order_search (order_id, version_number, status, order_type, store_id, payment_status, inventory_status, tags,
        shipping_methods, is_deleted, is_urgent, has_errors, total, created, modified)
      select 'O-' || n, 1, case when n % 2 = 0 then 'New' else 'Completed' end, 'Online', 'Oslo-01', 'NotPaid', 'InStock', '{}', '{}',
        false, false, false, 0, now() - n * interval '1 second', now() from generate_series(1, ${count}) as n`,
  })
  await database.owner.query({ text: 'analyze' })
  const rows = await database.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off, summary off) ${findOldest.text}`,
    values: [['New', 'Completed', 'Nowhere']],
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  t.match(plan, /order_search_status_created_order_id_idx/)
  t.notMatch(plan, /Seq Scan on order_search|Rows Removed/)
})
