// Own process: its database has many runs.
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { testOrders } from '../../../testing/test-orders.ts'
import type { RunFilter } from './run-filter.ts'
import { runCountStatement, runPageStatement } from './run-statements.ts'

const RUNS = 30_000
const ORDERS = 3_000
const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })
await database.query({
  text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
    select 'O-' || n, 'Oslo-01', 1, gen_random_uuid(), 1, '{}' from generate_series(0, ${ORDERS - 1}) as n`,
})
await database.query({
  text: `insert into order_search (order_id, version_number, status, order_type, store_id, payment_status, inventory_status, tags,
      shipping_methods, is_deleted, is_urgent, has_errors, total, created, modified)
    select id, 1, 'New', 'Online', store_id, 'NotPaid', 'InStock', '{}', '{}', false, false, false, 0, now(), now() from "order"`,
})
// A minute apart; of each hundred one aborted, the others finished.
await database.query({
  text: `insert into workflow_run (id, order_id, status, state, started, finished, plan, fencing_token)
    select gen_random_uuid(), 'O-' || n % ${ORDERS}, 'S-' || n, case when n % 100 = 0 then 'Aborted' else 'Finished' end, at, at,
      '[{"id": "capture", "name": "CapturePayments"}]', 1
    from generate_series(1, ${RUNS}) as n, lateral (select now() - n * interval '1 minute' as at) as moment`,
})
await database.owner.query({ text: 'analyze' })

const scope = { storeIds: null, orderTypes: [], stores: [], now: new Date() }
const search = (body: object) => test.send({ method: 'POST', url: '/api/WorkflowRuns/Search', body })

async function explainQuery({ text, values }: { text: string; values: readonly unknown[] }): Promise<string> {
  const rows = await database.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off) ${text}`,
    values,
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

t.test('given many finished runs, when the queue is read, then they are not', async (t) => {
  const filters: RunFilter[] = [{}, { steps: ['CapturePayments'] }, { states: ['Held', 'Running', 'Waiting'] }]
  for (const filter of filters) {
    const of = { filter, scope, sort: 'StartedAscending' as const }
    for (const statement of [runPageStatement(of, { take: 20, after: null }), runCountStatement(of)]) {
      const plan = await explainQuery(statement)
      t.match(plan, /workflow_run_state_started_idx/)
      t.notMatch(plan, /Seq Scan on workflow_run/)
      t.notMatch(plan, /Rows Removed by Filter: \d{3}/, 'no row is read needlessly')
    }
  }
})

t.test('given a range, when finished runs are searched, then only those of the range are read', async (t) => {
  const [from, to] = [new Date(Date.now() - 3 * 3_600_000), new Date(Date.now() - 2 * 3_600_000)]
  const filter = { states: ['Finished' as const], sinceFrom: from.toISOString(), sinceTo: to.toISOString() }
  const plan = await explainQuery(runCountStatement({ filter, scope, sort: 'StartedAscending' }))
  t.match(plan, /workflow_run_finished_idx/)
  t.notMatch(plan, /Seq Scan on workflow_run/)
  const { totalHits } = (await search(filter)).body
  t.ok(totalHits > 55 && totalHits <= 60, `${totalHits} in an hour`)
})

t.test(
  'given more open runs than are looked at, when a step is searched, then counts are not exact, and pages reach the end',
  async (t) => {
    await database.query({ text: `update workflow_run set state = 'Aborted'` })
    await database.query({
      text: `update workflow_run set plan = '[{"id": "mail", "name": "SendMail"}]' where status in ('S-1', 'S-29999')`,
    })
    await database.query({
      text: `insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, action_status, started, finished)
      select id, 'mail', 1, order_id, 'SendMail', 'Error', started, finished from workflow_run where status in ('S-1', 'S-29999')`,
    })
    await database.owner.query({ text: 'analyze' })
    const filter: RunFilter = { steps: ['SendMail'] }
    const page = runPageStatement({ filter, scope, sort: 'StartedAscending' }, { take: 20, after: null })
    t.notMatch(await explainQuery(page), /Seq Scan on workflow_run\b/, 'a run is read by its id')
    const all = (await search({ take: 1 })).body
    t.match(all, { totalHits: 10_000, totalHitsIsExact: false, result: [{ status: 'S-30000' }], next: String })
    const statuses: string[] = []
    let pages = 0
    let after: string | null = ''
    while (after !== null) {
      const { body } = await search({ ...filter, after })
      statuses.push(...body.result.map(({ status }: { status: string }) => status))
      t.match(body, { totalHits: 1, totalHitsIsExact: false })
      after = body.next
      pages++
    }
    t.strictSame(statuses, ['S-29999', 'S-1'])
    t.ok(pages >= 3 && pages <= 4, `${pages} pages of ten thousand`)
  },
)
