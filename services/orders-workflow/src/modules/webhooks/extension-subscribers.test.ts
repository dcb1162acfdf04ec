// Own process: extensions are loaded once in a process, and get events there.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { mood } from '../../testing/extensions/listening.ts'
import { added, configured, deliveryRows, expireLanes, orderEvent } from '../../testing/webhooks/test-webhooks.ts'
import { loadExtensions, loadedExtensions } from '../extensions/load-extensions.ts'
import { webhookMatches } from './domain/webhook-matches.ts'
import { noFilters } from './subscribers.ts'
import { startWebhookSender } from './webhook-sender.ts'

const at = (path: string) => fileURLToPath(new URL(`../../testing/extensions/${path}`, import.meta.url))
const folder = t.testdir({ 'extensions.json': JSON.stringify({ extensions: [{ module: at('listening.ts') }] }), heard: '' })
await loadExtensions(folder)
const [subscriber] = configured([]).current()
const id = 'extension:listening'

/** A database with a process whose extension handles what waits there. */
async function listening(t: Test, options: { tryMs?: number; stopMs?: number } = {}) {
  const database = await testDatabase(t, 'orders-workflow')
  const { query, inTransaction } = database
  const start = () => {
    const sender = startWebhookSender({
      ...{ query, inTransaction, pollMs: 20, pauseMs: () => 20, restMs: 50, ...options },
      log: createLogger({ service: 'test', level: 'silent' }),
      subscribers: configured([]).look,
    })
    t.teardown(() => sender.stop())
    return sender
  }
  const add = (events: ReturnType<typeof orderEvent>[]) => added(database, events, [id])
  const areDone = async () => (await deliveryRows(database)).every(({ state }) => state === 'Delivered')
  return { database, start, add, handled: () => eventually(areDone, 'all are handled') }
}

t.test('given an extension with onEvent, when it is loaded, then it gets the events of its patterns', async (t) => {
  t.match(loadedExtensions(), [{ name: 'listening', steps: { length: 0 }, events: ['orders.order.>', 'catalog.>'] }])
  t.equal(subscriber?.id, id)
  const gets = (eventType: string) =>
    webhookMatches({ ...noFilters, ...subscriber }, { eventType, orderType: null, status: null, storeIds: [], marketId: null })
  t.same(['orders.order.created.v1', 'catalog.asset.stored.v1', 'orders.payment.recorded.v1'].map(gets), [true, true, false])
})

t.test('given events, when they are handled, then those of a subject in order, and failures come again', async (t) => {
  const { add, start, handled, database } = await listening(t)
  const seen: string[] = []
  let refusals = 2
  mood.handle = (event, call) => {
    if (event.subject === 'a' && refusals-- > 0) throw new Error('the service is closed')
    seen.push(`${event.subject}${event.sequence} after ${call.failures}`)
    event.subject = 'changed here alone'
  }
  await add([orderEvent('a', 1), orderEvent('a', 2), orderEvent('b', 1)])
  start()
  await handled()
  t.same(seen.sort(), ['a1 after 2', 'a2 after 0', 'b1 after 0'])
  t.match(await deliveryRows(database), [{ attempts: 3, last_status: null, failure_reason: null }, {}, {}])
})

t.test('given a handler that does not end, when its time is over, then it fails and is called again', async (t) => {
  const { add, start, handled, database } = await listening(t, { tryMs: 50 })
  const signals: AbortSignal[] = []
  mood.handle = async (_event, { signal }) => {
    signals.push(signal)
    if (signals.length === 1) await new Promise(() => undefined)
  }
  await add([orderEvent('a', 1)])
  start()
  await handled()
  t.same(
    signals.map(({ aborted }) => aborted),
    [true, false],
  )
  t.match(await deliveryRows(database), [{ attempts: 2 }])
})

t.test('given a handler that always fails, when a day is over, then it is given up with its reason', async (t) => {
  const { add, start, database } = await listening(t)
  mood.handle = () => Promise.reject(new Error('no such\ncustomer'))
  await add([orderEvent('a', 1)])
  await database.query({ text: 'update webhook_delivery set give_up = now()' })
  start()
  await eventually(async () => (await deliveryRows(database))[0]?.state === 'GivenUp', 'it is given up')
  t.match(await deliveryRows(database), [{ failure_reason: 'The extension failed: no such customer' }])
})

t.test('given a process killed behind the effect, when another continues, then the same event comes first', async (t) => {
  const { add, start, handled, database } = await listening(t)
  const file = join(folder, 'heard')
  await writeFile(file, '')
  const [first, second] = [orderEvent('o', 1), orderEvent('o', 2)]
  await add([first, second])
  const env = { ...process.env, HEARD: file, DIES_WHEN_IT_HEARS: 'true' }
  const dying = fork(at('dies-handling-events.ts'), [database.url, folder], { execArgv: ['--conditions=development'], env })
  t.same(await once(dying, 'exit'), [null, 'SIGKILL'])
  const heard: string[] = []
  mood.handle = ({ id }) => heard.push(id)
  start()
  await sleep(200)
  t.same(heard, [], 'the lease of the dead one holds')
  await expireLanes(database)
  await handled()
  t.equal(await readFile(file, 'utf8'), `${first.id}\n`)
  t.same(heard, [first.id, second.id])
})
