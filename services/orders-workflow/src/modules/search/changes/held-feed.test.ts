import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { insertDirectly, simpleOrder } from '../../../testing/orders/direct-writes.ts'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'
import { readOrderChanges } from './order-changes.ts'

const program = fileURLToPath(new URL('../../../testing/search/stopping-reader.ts', import.meta.url))
const all = { storeIds: null, orderTypes: null }

/** Starts the program. Resolves once its process stands still. */
async function stoppedReader(t: Test, url: string): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=development', program, url], { stdio: 'inherit' })
  t.teardown(() => child.kill('SIGKILL'))
  const state = async () => (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.[0]
  await eventually(async () => (await state()) === 'T', 'the process stands still')
}

// Found by random histories: a process that stood still kept the lock of the feed, and every reader
// waited for it until its time was over.
t.test('given a process that stands still while it assigns positions, then others read the feed', async (t) => {
  const { deps, database } = await testOrders(t)
  await insertDirectly(deps, simpleOrder('first'))
  await stoppedReader(t, database.url)
  await insertDirectly(deps, simpleOrder('second'))
  const start = performance.now()
  const { result } = await readOrderChanges(deps, { ...all, take: 10 })
  t.ok(performance.now() - start < 20_000, 'long before Postgres ends its session')
  t.same(
    result.map(({ orderId }) => orderId),
    ['first', 'second'],
  )
})

t.test('given a session that keeps the lock of the feed, when the feed is read, then it is 503, and works later', async (t) => {
  const test = await testOrders(t)
  await createdOrder(test)
  const holder = await test.database.pool.connect()
  t.teardown(() => holder.release())
  await holder.query('begin; select pg_advisory_xact_lock(6204, 2)')
  const read = () => test.send({ method: 'GET', url: '/api/Orders/Changes' })
  const start = performance.now()
  const response = await read()
  t.match(response, { status: 503, headers: { 'retry-after': /^\d+$/ }, body: { error: 'Unavailable' } })
  t.ok(performance.now() - start < 20_000, 'long before the time of a statement is over')
  await holder.query('rollback')
  t.match(await read(), { status: 200, body: { result: [{ kind: 'created' }] } })
})
