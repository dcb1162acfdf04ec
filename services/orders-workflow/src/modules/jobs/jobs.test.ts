import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { finished, working } from '../../testing/workflow/working-jobs.ts'
import { removeEndedJobs } from './job-retention.ts'

const unknown = '0192f0c1-2345-7abc-8def-0123456789ab'
type Test = Awaited<ReturnType<typeof testOrders>>
/** A job of runs that nobody knows. */
const made = async (test: Test, { what = 'Retry', count = 1, as }: { what?: string; count?: number; as?: object } = {}) => {
  const ids = Array.from({ length: count }, (_, index) => `run-${index}`)
  const limit = as === undefined ? {} : { as }
  const { body } = await test.send({ method: 'POST', url: `/api/WorkflowRuns/${what}`, body: { ids }, ...limit })
  return body.id as string
}
const listed = async (test: Test, query: Record<string, string> = {}, as?: object) => {
  const response = await test.send({ url: '/api/Jobs', query, ...(as === undefined ? {} : { as }) })
  return response.body as { result: { id: string }[]; next: string | null }
}
const listedIds = async (...call: Parameters<typeof listed>) => (await listed(...call)).result.map(({ id }) => id)

t.test('given jobs, when they are listed, then by kind and state, newest first, page by page', async (t) => {
  const test = await testOrders(t)
  const [first, second, third] = [await made(test), await made(test, { what: 'Dismiss' }), await made(test)]
  await finished(test, third)
  const fourth = await made(test)
  t.same(await listedIds(test), [fourth, third, second, first])
  t.same(await listedIds(test, { kind: 'DismissRuns' }), [second])
  t.same(await listedIds(test, { state: 'Queued' }), [fourth])
  t.same(await listedIds(test, { kind: 'RetryRuns', state: 'Finished' }), [third, first])
  const page = await listed(test, { take: '3' })
  t.same(page.result.length, 3)
  t.match(await listed(test, { take: '3', after: page.next as string }), { result: [{ id: first }], next: null })
  for (const query of [{ after: 'page 2' }, { take: '251' }, { kind: 'Anything' }, { state: 'Done' }])
    t.equal((await test.send({ url: '/api/Jobs', query })).status, 400, JSON.stringify(query))
})

t.test('given a job with results, when they are listed, then page by page in the order of the items', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, { count: 5 })
  const results = async (query: Record<string, string>) => (await test.send({ url: `/api/Jobs/${id}/Results`, query })).body
  t.same(await results({}), { result: [], next: null }, 'none is done yet')
  await finished(test, id)
  const page = await results({ take: '2' })
  t.match(page.result, [{ runId: 'run-0', outcome: 'Refused', finishedAt: String }, { runId: 'run-1' }])
  const second = await results({ take: '2', after: page.next, outcome: 'Refused' })
  t.match(second.result, [{ runId: 'run-2' }, { runId: 'run-3' }])
  t.match(await results({ take: '2', after: second.next }), { result: [{ runId: 'run-4' }], next: null })
  for (const query of [{ after: '-1' }, { after: '10001' }, { outcome: 'Lost' }])
    t.equal((await test.send({ url: `/api/Jobs/${id}/Results`, query })).status, 400, JSON.stringify(query))
})

t.test('given a job that nobody has begun, when it is canceled, then none of its items is done', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, { count: 2 })
  const cancel = () => test.send({ method: 'POST', url: `/api/Jobs/${id}/Cancel` })
  const [first, second] = await Promise.all([cancel(), cancel()])
  for (const { status, body } of [first, second])
    t.match({ status, body }, { status: 200, body: { state: 'Canceled', total: 2, done: 0, finishedAt: String } })
  const worker = working(test)
  const other = await made(test)
  await eventually(async () => (await listedIds(test, { state: 'Finished' })).includes(other), 'another job continues')
  await worker.stop()
  t.match((await test.send({ url: `/api/Jobs/${id}` })).body, { state: 'Canceled', done: 0, startedAt: null })
  const { result } = (await test.send({ url: `/api/Jobs/${id}/Results` })).body
  t.match(result, [{ outcome: 'Canceled', reason: null }, { outcome: 'Canceled' }])
  const ended = await test.send({ method: 'POST', url: `/api/Jobs/${other}/Cancel` })
  t.match(ended, { status: 200, body: { state: 'Finished', done: 1 } }, 'what has ended stays as it is')
})

t.test('given clients of different stores, when they read jobs, then each sees those of its stores alone', async (t) => {
  const test = await testOrders(t)
  const [oslo, both] = [{ storeIds: ['Oslo-01'] }, { storeIds: ['Oslo-01', 'Bergen-01'] }]
  const [ofAll, ofOslo, ofBoth] = [await made(test), await made(test, { as: oslo }), await made(test, { as: both })]
  t.same(await listedIds(test), [ofBoth, ofOslo, ofAll])
  t.same(await listedIds(test, {}, both), [ofBoth, ofOslo])
  t.same(await listedIds(test, {}, oslo), [ofOslo])
  for (const id of [ofAll, ofBoth, unknown, 'no id']) {
    for (const path of ['', '/Results']) {
      const response = await test.send({ url: `/api/Jobs/${id}${path}`, as: oslo })
      t.match(response, { status: 404, body: { error: 'NotFound', message: `There is no job "${id}".` } })
    }
    t.equal((await test.send({ method: 'POST', url: `/api/Jobs/${id}/Cancel`, as: oslo })).status, 404)
  }
  t.equal((await test.send({ url: '/api/Jobs', as: { roles: ['OrderRead'] } })).status, 403)
})

t.test('given ended jobs, when their time is over, then they are removed with their results', async (t) => {
  const config = structuredClone(await sampleConfig())
  config.settings.jobs.retentionDays = 7
  const test = await testOrders(t, { config })
  const ids: string[] = []
  for (let count = 0; count < 8; count++) ids.push(await made(test, { count: 2 }))
  const open = await made(test)
  await test.database.query({
    text: `update job set state = 'Finished', finished = now() - (case when id = $1 then 6 else 8 end) * interval '1 day' where id <> $2`,
    values: [ids[0], open],
  })
  t.equal(await removeEndedJobs(test.deps), 7)
  t.same(await listedIds(test), [open, ids[0]])
  t.equal((await test.database.query({ text: 'select from job_item' })).length, 3)
})
