import t from 'tap'
import { insertDirectly, simpleOrder } from '../../testing/orders/direct-writes.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { keepTidy, type MaintenanceJob } from './maintenance.ts'

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}

t.test(
  'given a running service, when orders change, then counts are folded and changes get positions in the background',
  async (t) => {
    const { deps, database } = await testOrders(t)
    await insertDirectly(deps, simpleOrder('m'))
    const stop = keepTidy(deps)
    const isEmpty = async (table: string) => (await database.query({ text: `select from ${table} limit 1` })).length === 0
    await until(async () => (await isEmpty('order_count_delta')) && (await isEmpty('order_change_pending')))
    await stop()
    t.match(await database.query({ text: 'select count from order_count' }), [{ count: 1 }])
    t.match(await database.query({ text: 'select position from order_change' }), [{ position: 1 }])
  },
)

t.test('when a job has run or failed, then it runs again after its pause; a one-time job does not', async (t) => {
  const { deps } = await testOrders(t)
  const runs = { failing: 0, once: 0, notYet: 0 }
  const jobs: MaintenanceJob[] = [
    {
      name: 'failing',
      everyMs: 5,
      run: async () => {
        runs.failing++
        throw new Error('no')
      },
    },
    { name: 'once', everyMs: 5, isOnlyOnce: true, run: async () => ++runs.once > 0 },
    { name: 'not yet', everyMs: 5, isOnlyOnce: true, run: async () => ++runs.notYet === 3 },
  ]
  const stop = keepTidy(deps, jobs)
  await until(() => runs.failing > 5 && runs.notYet === 3)
  await stop()
  const { failing } = runs
  await new Promise((resolve) => setTimeout(resolve, 30))
  t.same(runs, { failing, once: 1, notYet: 3 })
})

t.test('when the jobs are stopped, then the stop waits for runs under way, not for pauses', async (t) => {
  const { deps } = await testOrders(t)
  const mayEnd = Promise.withResolvers<void>()
  let isSignalled = false
  const jobs: MaintenanceJob[] = [
    { name: 'seldom', everyMs: 3_600_000, run: async () => undefined },
    {
      name: 'long',
      everyMs: 1,
      run: async (_, signal) => {
        await mayEnd.promise
        isSignalled = signal.aborted
      },
    },
  ]
  const stop = keepTidy(deps, jobs)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(isStopped, false)
  mayEnd.resolve()
  await stopping
  t.equal(isSignalled, true)
})
