import { DomainError } from '@open-oms/contracts/errors'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { expireItems, fetchJob, fetchJobResults } from '../../testing/workflow/working-jobs.ts'
import { createJob } from './create-job.ts'
import type { JobHandler } from './job-item.ts'
import { startJobs } from './run-jobs.ts'

type Test = Awaited<ReturnType<typeof testOrders>>
const done = { outcome: 'Succeeded', reason: null } as const
const caller = { clientId: 'operator', actor: 'kari', storeIds: ['Oslo-01'], roles: [] }

async function made(test: Test, count: number): Promise<string> {
  const items = Array.from({ length: count }, (_, index) => ({ key: `item-${index}`, orderId: null }))
  const job = { kind: 'RetryRuns', items, note: null, caller, traceId: 'trace' } as const
  return (await test.deps.inTransaction((tx) => createJob(tx, test.deps, job))).id
}

function start(test: Test, handle: JobHandler, more: Partial<Parameters<typeof startJobs>[0]> = {}) {
  const { log } = test.deps
  const limits = { capacity: () => 4, pollMs: 20, itemPauseMs: 5 }
  return startJobs({ query: test.database.query, handlers: { RetryRuns: handle }, log, ...limits, ...more })
}
const ended = (test: Test, id: string) =>
  eventually(async () => (await fetchJob(test, id)).state === 'Finished', 'the job has finished')

t.test('given two processes, when they share jobs, then each item is done once, at most two at a time in each', async (t) => {
  const test = await testOrders(t)
  const [large, small] = [await made(test, 40), await made(test, 2)]
  const keys: string[] = []
  const order: number[] = []
  const process = () => {
    let atOnce = 0
    return start(test, async ({ key }) => {
      order.push(++atOnce)
      keys.push(key)
      await new Promise((resolve) => setTimeout(resolve, 5))
      atOnce--
      return done
    })
  }
  const workers = [process(), process()]
  await ended(test, small)
  t.ok((await fetchJob(test, large)).done < 40, 'a small job does not wait for a large one')
  await ended(test, large)
  for (const worker of workers) await worker.stop()
  t.equal(keys.length, 42)
  t.equal(new Set(keys).size, 40)
  t.ok(Math.max(...order) <= 2)
  t.match(await fetchJob(test, large), { total: 40, done: 40, succeeded: 40 })
})

t.test('given a process that has too much to do, when there is a job, then it begins nothing', async (t) => {
  const test = await testOrders(t)
  let capacity = 0
  const id = await made(test, 1)
  const worker = start(test, async () => done, { capacity: () => capacity })
  await new Promise((resolve) => setTimeout(resolve, 200))
  t.match(await fetchJob(test, id), { state: 'Queued' })
  capacity = 1
  await ended(test, id)
  await worker.stop()
})

t.test(
  'given failures that may pass, when an item is tried again, then it succeeds, and others are refused immediately',
  async (t) => {
    const test = await testOrders(t)
    const tries: Record<string, number> = {}
    const id = await made(test, 4)
    const worker = start(test, async ({ key }) => {
      const count = (tries[key] ?? 0) + 1
      tries[key] = count
      if (key === 'item-0' && count < 3) throw new DomainError('ResourceLocked', 'Another call is under way.')
      if (key === 'item-1') throw new DomainError('OrderIsDeleted', 'It is deleted.')
      if (key === 'item-2' && count < 2) throw new Error('a defect')
      if (key === 'item-3') throw new DomainError('ResourceLocked', 'It is locked forever.')
      return done
    })
    await ended(test, id)
    await worker.stop()
    t.match(await fetchJob(test, id), { succeeded: 2, refused: 2 })
    t.same(tries, { 'item-0': 3, 'item-1': 1, 'item-2': 2, 'item-3': 8 })
    t.match(await fetchJobResults(test, id, { outcome: 'Refused' }), [
      { reason: 'It is deleted.' },
      { reason: 'It is locked forever.' },
    ])
  },
)

t.test('given an item that interrupts whoever does it, when it was tried eight times, then it has failed', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, 1)
  const worker = start(test, () => Promise.reject(new Error('a defect')))
  await ended(test, id)
  await worker.stop()
  t.match(await fetchJobResults(test, id), [{ outcome: 'Failed', reason: /interrupted by an error/ }])
  const dead = await made(test, 1)
  await test.database.query({ text: 'update job_item set attempt = 8 where outcome is null' })
  const next = start(test, async () => done)
  await ended(test, dead)
  await next.stop()
  t.match(await fetchJobResults(test, dead), [{ outcome: 'Failed', reason: /was tried 8 times/ }])
  const begun = await made(test, 1)
  await test.database.query({ text: 'update job_item set attempt = 8, has_begun = true where outcome is null' })
  const last = start(test, async ({ hasBegun }) => ({ outcome: hasBegun ? 'Succeeded' : 'Refused', reason: null }))
  await ended(test, begun)
  await last.stop()
  t.match(await fetchJobResults(test, begun), [{ outcome: 'Succeeded' }], 'its effect is known')
})

/** A process that begins one item. */
const once = (test: Test, handle: JobHandler) => {
  let left = 1
  const first: JobHandler = (item) => {
    left = 0
    return handle(item)
  }
  return start(test, first, { capacity: () => left })
}

t.test(
  'given an item whose process was silent, when another one takes it over, then the first writes nothing any more',
  async (t) => {
    const test = await testOrders(t)
    const id = await made(test, 1)
    const may = Promise.withResolvers<void>()
    const refusals: string[] = []
    const silent = once(test, async (item) => {
      await may.promise
      await test.deps.inTransaction(item.begin).catch(({ code }) => refusals.push(code))
      return { outcome: 'Failed', reason: 'too late' }
    })
    await eventually(async () => (await fetchJob(test, id)).state === 'Running', 'it has begun')
    await expireItems(test)
    const other = start(test, async (item) => {
      await test.deps.inTransaction(item.begin)
      return done
    })
    await ended(test, id)
    may.resolve()
    for (const worker of [silent, other]) await worker.stop()
    t.same(refusals, ['Unavailable'])
    t.match(await fetchJobResults(test, id), [{ outcome: 'Succeeded' }])
  },
)

t.test('given an item whose effect is committed, when its process dies, then the next one knows', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, 1)
  const end = Promise.withResolvers<typeof done>()
  const dying = once(test, async (item) => {
    await test.deps.inTransaction(item.begin)
    return end.promise
  })
  await eventually(
    async () => (await test.database.query({ text: 'select from job_item where has_begun' })).length === 1,
    'it has',
  )
  await expireItems(test)
  const known: boolean[] = []
  const other = start(test, async ({ hasBegun }) => {
    known.push(hasBegun)
    return done
  })
  await ended(test, id)
  end.resolve(done)
  for (const worker of [dying, other]) await worker.stop()
  t.same(known, [true])
  t.match(await fetchJob(test, id), { done: 1 })
})

t.test('given a job under way, when it is canceled, then what is begun is done, and the rest is not', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, 10)
  const may = Promise.withResolvers<void>()
  let count = 0
  const worker = start(test, async () => {
    count++
    await may.promise
    return done
  })
  await eventually(() => count === 2, 'two are under way')
  await test.send({ method: 'POST', url: `/api/Jobs/${id}/Cancel` })
  may.resolve()
  await eventually(async () => (await fetchJob(test, id)).done === 2, 'they are done')
  await worker.stop()
  t.match(await fetchJob(test, id), { state: 'Canceled', total: 10, done: 2 })
  t.equal((await fetchJobResults(test, id, { outcome: 'Canceled' })).length, 8)
  t.equal(count, 2)
})

t.test('given items, when they are done, then on behalf of who made the job, and metrics count them', async (t) => {
  const test = await testOrders(t)
  const id = await made(test, 2)
  const metrics = createMetrics('test')
  let capacity = 0
  const handle: JobHandler = async ({ key, writeAs }) => {
    const write = writeAs('RetryWorkflowStep')
    t.match(write, { operation: 'RetryWorkflowStep', by: 'operator', actor: 'kari', correlationId: 'trace' })
    write.requireScope('Oslo-01')
    t.throws(() => write.requireScope('Bergen-01'), { code: 'Forbidden' })
    return key === 'item-0' ? done : { outcome: 'Refused', reason: 'No.' }
  }
  const worker = start(test, handle, { metrics, capacity: () => capacity, measuredEveryMs: 0 })
  t.match(await metrics.page(), /^oms_job_items_waiting\{kind="RetryRuns",service="test"\} 2$/m)
  t.match(await metrics.page(), /^oms_jobs_oldest_age_seconds\{service="test"\} \d/m)
  capacity = 4
  await ended(test, id)
  await worker.stop()
  const page = await metrics.page()
  for (const outcome of ['Succeeded', 'Refused'])
    t.match(page, new RegExp(`^oms_job_items_total\\{kind="RetryRuns",outcome="${outcome}",service="test"\\} 1$`, 'm'))
  t.match(page, /^oms_jobs_oldest_age_seconds\{service="test"\} 0$/m)
})
