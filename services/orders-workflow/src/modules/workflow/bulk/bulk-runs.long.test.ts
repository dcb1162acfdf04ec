import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import t from 'tap'
import { type Treatment, waitingProvider } from '../../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, paymentsByType, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { fetchJob, fetchJobResults, finished } from '../../../testing/workflow/working-jobs.ts'

const config = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', connector: 'card', stopOnError: true, retryFor: '24h' },
])
type Bulk = { what: string; body: object; as?: object; headers?: Record<string, string> }
const bulkWith = (test: OrdersTest, { what, ...request }: Bulk) =>
  test.send({ method: 'POST', url: `/api/WorkflowRuns/${what}`, ...request })
const bulk = (test: OrdersTest, what: string, body: object) => bulkWith(test, { what, body })

type TestScope = { teardown(end: () => unknown): unknown; fail(message: string): unknown }

/** Orders whose provider treated them so, one after the other, with the ids of their runs. */
async function failed(t: TestScope, treatments: Treatment[], then: Treatment = 'done') {
  const provider = waitingProvider(...treatments, then)
  const test = await testOrders(t, { config, connectors: provider.connectors })
  const runs: string[] = []
  const orders: string[] = []
  for (const [index] of treatments.entries()) {
    const { id } = await createdOrder(test, index % 2 === 0 ? {} : { storeId: 'Bergen-01' })
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    const { body } = await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })
    runs.push(body.result[0].runId)
    orders.push(id)
  }
  return { test, provider, runs, orders }
}
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

// More than a process works on concurrently, by far.
const orderCount = isLongRun ? 60 : 12

t.test(
  'given failed captures of many orders, when they are retried by one call, then all are captured once and no error is open',
  async (t) => {
    const { test, provider, orders } = await failed(t, Array(orderCount).fill('refused'))
    const filter = { states: ['Aborted'], steps: ['CapturePayments'], reasonClasses: ['Refused'] }
    const response = await bulk(test, 'Retry', { filter, note: 'The bank has mended it.' })
    const { id } = response.body
    t.match(response, { status: 202, headers: { location: `/api/Jobs/${id}` } })
    t.match(response.body, { kind: 'RetryRuns', state: 'Queued', total: orderCount, done: 0, createdBy: String, startedAt: null })
    const job = await finished(test, id)
    t.match(job, {
      state: 'Finished',
      total: orderCount,
      done: orderCount,
      succeeded: orderCount,
      failed: 0,
      refused: 0,
      note: 'The bank has mended it.',
    })
    t.match(job, { startedAt: String, finishedAt: String })
    t.equal(provider.captured.size, orderCount)
    for (const order of orders) {
      const { errors, ...body } = await fetchOrder(test, order)
      t.match(paymentsByType(body, 'Capture').at(-1), { status: 'Processed', amount: 498.9 })
      t.match(errors, [{ status: 'Solved', solvedBy: 'workflow' }])
    }
    const results = await fetchJobResults(test, id)
    t.same(
      results.map(({ orderId }: { orderId: string }) => orderId),
      orders,
      'in the order of the search',
    )
    t.ok(results.every(({ outcome, reason }: { outcome: string; reason: null }) => outcome === 'Succeeded' && reason === null))
    t.equal((await test.send({ method: 'POST', url: '/api/WorkflowRuns/Search', body: {} })).body.totalHits, 0)
  },
)

t.test('given runs of all kinds by their ids, when they are resumed, then each has its own result', async (t) => {
  const { test, runs, orders } = await failed(t, ['refused', 'away', 'done', 'refused', 'refused'], 'refused')
  await test.send({ method: 'DELETE', url: `/api/Orders/${orders[3]}` })
  const unknown = '0192f0c1-2345-7abc-8def-0123456789ab'
  const ids = [...runs.slice(0, 4), unknown, 'no id', runs[0]?.toUpperCase()]
  const { body } = await bulk(test, 'Resume', { ids })
  t.match(body, { kind: 'ResumeRuns', total: 6, note: null })
  t.match(await finished(test, body.id), { state: 'Finished', done: 6, succeeded: 0, failed: 2, refused: 4 })
  t.strictSame(
    (await fetchJobResults(test, body.id)).map(({ finishedAt: _, ...result }: { finishedAt: string }) => result),
    [
      { runId: runs[0], orderId: orders[0], outcome: 'Failed', reason: 'It refused.' },
      { runId: runs[1], orderId: orders[1], outcome: 'Failed', reason: 'It refused.' },
      ...[
        [2, `Workflow run "${runs[2]}" is Finished: there is nothing to resume.`],
        [3, `Order "${orders[3]}" is deleted.`],
      ].map(([index, reason]) => ({
        runId: runs[index as number],
        orderId: orders[index as number],
        outcome: 'Refused',
        reason,
      })),
      ...[unknown, 'no id'].map((runId) => ({
        runId,
        orderId: null,
        outcome: 'Refused',
        reason: `There is no workflow run "${runId}".`,
      })),
    ],
  )
  t.equal((await fetchJobResults(test, body.id, { outcome: 'Failed' })).length, 2)
  t.same(await fetchJobResults(test, body.id, { outcome: 'Succeeded' }), [])
})

t.test(
  'given a provider that is still unreachable, when waiting runs are resumed, then the results say when they are retried',
  async (t) => {
    const { test } = await failed(t, ['away', 'away'], 'away')
    const { body } = await bulk(test, 'Resume', { filter: { states: ['Waiting'] } })
    t.match(await finished(test, body.id), { succeeded: 0, failed: 2 })
    t.match(await fetchJobResults(test, body.id), [{ reason: /^It is unreachable\. It is tried again at 20.*Z\.$/ }, {}])
  },
)

t.test('given waiting runs, when they are dismissed, then they end, and their errors are deleted by who did it', async (t) => {
  const { test, orders, provider } = await failed(t, ['away', 'refused', 'away'])
  const { body } = await bulk(test, 'Dismiss', { filter: {} })
  t.match(await finished(test, body.id), { kind: 'DismissRuns', total: 3, succeeded: 2, refused: 1 })
  t.match(await fetchJobResults(test, body.id, { outcome: 'Refused' }), [
    { orderId: orders[1], reason: /is Aborted: it does not wait/ },
  ])
  t.match((await fetchOrder(test, orders[0] as string)).errors, [{ status: 'Deleted', solvedBy: body.createdBy }])
  t.equal(provider.asked.length, 3)
})

t.test('given a job by a filter, when more runs match later, then they are not its items', async (t) => {
  const { test } = await failed(t, ['refused'])
  const { body } = await bulk(test, 'Retry', { filter: {} })
  const later = await createdOrder(test)
  await test.database.query({ text: `update workflow_run set state = 'Aborted'` })
  t.match(await finished(test, body.id), { total: 1, done: 1 })
  t.equal((await fetchOrder(test, later.id)).status, 'New')
  const none = await bulk(test, 'Retry', { filter: { storeIds: ['Trondheim-01'] } })
  t.match(none, { status: 202, body: { state: 'Finished', total: 0, finishedAt: String } })
})

t.test('given a body that says nothing or too much, when a job is asked for, then it is 400 and none is made', async (t) => {
  const { test, runs } = await failed(t, ['refused'])
  const refused: [body: object, path: string][] = [
    [{}, 'ids'],
    [{ note: 'all' }, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: runs, filter: {} }, 'ids'],
    [{ states: ['Aborted'] }, 'states'],
    [{ filter: { step: ['Capture'] } }, 'filter.step'],
    [{ filter: { states: ['Lost'] } }, 'filter.states[0]'],
    [{ filter: { states: ['Finished'] } }, 'states'],
    [{ ids: Array(10_001).fill(runs[0]) }, 'ids'],
    [{ ids: runs, note: 'n'.repeat(1_001) }, 'note'],
  ]
  for (const [body, path] of refused)
    for (const what of ['Resume', 'Retry', 'Dismiss']) {
      const response = await bulk(test, what, body)
      t.match(response, { status: 400, body: { error: 'ValidationFailed' } }, JSON.stringify(body).slice(0, 80))
      t.same(Object.keys(response.body.errors), [path])
    }
  t.same((await test.send({ url: '/api/Jobs' })).body.result, [])
})

t.test(
  'given more runs than a job may have, when a filter matches them, then it is 400, and a narrower one is a job',
  async (t) => {
    const { test } = await failed(t, ['refused'])
    await test.database.query({
      text: `insert into workflow_run (id, order_id, status, state, started, finished, plan, fencing_token)
      select gen_random_uuid(), (select id from "order"), 'S-' || n, 'Aborted', now() - n * interval '1 second', now(), '[]', 1
      from generate_series(1, 10000) as n`,
    })
    // All are runs of one order: whether a later one follows would be asked of each pair.
    const filter = { includeSuperseded: true }
    const response = await bulk(test, 'Retry', { filter })
    t.match(response, { status: 400, body: { errors: { filter: [/more than 10000 items/] } } })
    const narrow = { ...filter, steps: ['CapturePayments'] }
    t.match(await bulk(test, 'Retry', { filter: narrow }), { status: 202, body: { total: 1 } })
    const whole = { ...filter, startedTo: new Date(Date.now() - 60_000).toISOString() }
    const { body } = await bulk(test, 'Retry', { filter: whole })
    t.ok(body.total > 9_000 && body.total < 10_000, `${body.total} runs`)
  },
)

t.test('given a client that is limited to a store, when it makes jobs, then only runs of its store are touched', async (t) => {
  const { test, runs, orders, provider } = await failed(t, ['refused', 'refused', 'refused'])
  const as = { storeIds: ['Bergen-01'] }
  const filtered = await bulkWith(test, { what: 'Retry', body: { filter: {} }, as })
  t.match(filtered.body, { total: 1 })
  const named = await bulkWith(test, { what: 'Retry', body: { ids: [runs[0]] }, as })
  await finished(test, filtered.body.id)
  t.match(await finished(test, named.body.id), { total: 1, refused: 1 })
  t.match(await fetchJobResults(test, named.body.id), [
    { runId: runs[0], orderId: null, reason: `There is no workflow run "${runs[0]}".` },
  ])
  t.equal(provider.captured.size, 1)
  t.match(paymentsByType(await fetchOrder(test, orders[1] as string), 'Capture').at(-1), { status: 'Processed' })
  t.equal((await bulkWith(test, { what: 'Retry', body: { filter: {} }, as: { roles: ['OrderRead'] } })).status, 403)
})

t.test('given an order that moved to another store, when the job reaches it, then it is refused', async (t) => {
  const { test, runs, orders } = await failed(t, ['done', 'refused'])
  const { body } = await bulkWith(test, { what: 'Retry', body: { ids: [runs[1]] }, as: { storeIds: ['Bergen-01'] } })
  await test.send({ method: 'PATCH', url: `/api/Orders/${orders[1]}/PatchOrder`, body: { storeId: 'Oslo-01' } })
  await finished(test, body.id)
  t.match(await fetchJobResults(test, body.id), [{ outcome: 'Refused', reason: 'Your token does not cover this store.' }])
})

t.test('given an Idempotency-Key, when the request is repeated, then it is the same job', async (t) => {
  const { test } = await failed(t, ['refused'])
  const request = { what: 'Retry', body: { filter: {} }, headers: { 'idempotency-key': 'retry-1' } }
  const first = await bulkWith(test, request)
  const again = await bulkWith(test, request)
  t.match(again, { status: 202, body: { id: first.body.id }, headers: { location: `/api/Jobs/${first.body.id}` } })
  t.equal((await test.send({ url: '/api/Jobs' })).body.result.length, 1)
  t.match(await fetchJob(test, first.body.id), { state: 'Queued' })
})

t.test('given a purged order, when the results of its run are read, then no text of a provider is left', async (t) => {
  const { test, orders } = await failed(t, ['refused'], 'refused')
  const { body } = await bulk(test, 'Retry', { filter: {} })
  await finished(test, body.id)
  t.match(await fetchJobResults(test, body.id), [{ reason: 'It refused.' }])
  await test.send({ method: 'DELETE', url: `/api/Orders/${orders[0]}?deletePermanently=true` })
  t.match(await fetchJobResults(test, body.id), [{ orderId: orders[0], outcome: 'Failed', reason: null }])
})
