import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import t from 'tap'
import { startConsumers } from '../consumers/consume.ts'
import { listDeadLetters } from '../dead-letters/dead-letters.ts'
import {
  applyEffect,
  areAcknowledged,
  counting,
  effects,
  grown,
  haveEffects,
  publish,
  setUpCounting,
} from '../testing/counting-consumer.ts'
import { eventually } from '../testing/test-events.ts'

t.test('given two consumers that share the work, when one stops, then the other continues in order', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const first = start()
  const second = start()
  for (let sequence = 1; sequence <= 40; sequence++) await publish(events, grown('a', sequence))
  await first.stop()
  for (let sequence = 41; sequence <= 80; sequence++) await publish(events, grown('a', sequence))
  await areAcknowledged(second)
  await second.stop()
  t.same(
    await effects(database),
    Array.from({ length: 80 }, (_, index) => `a:${index + 1}`),
  )
})

t.test(
  'given a stream that does not exist yet, when a consumer waits for it, then it logs one line, later an error, and never a stack',
  async (t) => {
    const { database, events } = await setUpCounting(t)
    await events.nats.manager.streams.delete('ORDERS')
    const nats = { ...events.nats, ensureStreams: async () => undefined }
    const records: Record<string, unknown>[] = []
    const log = pino({ level: 'info', base: null, timestamp: false }, { write: (line) => void records.push(JSON.parse(line)) })
    const mending = { user: 'test', gapWaitMs: 20, reconcileMs: 20 }
    const deps = { database, databaseUrl: database.url, nats, log, mending, streamWaitMs: 300 }
    const running = startConsumers(deps, [counting()])
    t.teardown(() => running.stop())
    const shown = { consumer: 'counting', stream: 'ORDERS' }
    const first = { level: 30, ...shown, msg: 'the stream does not exist yet; waiting for its publisher to make it' }
    await eventually(() => records.length > 0, 'it is said')
    t.same(records, [first])
    await eventually(() => records.length > 1, 'it is an error')
    const second = { level: 50, ...shown, msg: 'the stream still does not exist: is its publisher running?' }
    t.same(records, [first, second])
    await events.nats.ensureStreams()
    await publish(events, grown('a', 1))
    await haveEffects(database, ['a:1'])
    t.same(
      records.filter((record) => 'stream' in record),
      [first, second],
      'each is said once',
    )
    const notFound = records.filter(({ reason }) => /not found/.test(String(reason)))
    t.same(notFound, [], 'nothing is compared before the consumer exists')
  },
)

t.test('given a consumer at work, when it is stopped, then it finishes its event and returns the others', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  await publish(events, grown('a', 1))
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = start(async (tx, event) => {
    begun.resolve()
    await mayEnd.promise
    await applyEffect(tx, event)
  })
  await begun.promise
  await publish(events, grown('a', 2), grown('a', 3))
  const stopping = first.stop()
  mayEnd.resolve()
  await stopping
  t.same(await effects(database), ['a:1'])
  start()
  await haveEffects(database, ['a:1', 'a:2', 'a:3'])
  t.same(await effects(database), ['a:1', 'a:2', 'a:3'])
})

t.test('given effects not yet acknowledged, when the process is killed, then every event has its effect once', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  for (let sequence = 1; sequence <= 60; sequence++) await publish(events, grown('a', sequence))
  const path = fileURLToPath(new URL('../testing/crash/crash-child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=development', path, 'consume', database.url, events.server.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.same(await once(child, 'exit'), [null, 'SIGKILL'])
  const before = (await effects(database)).length
  t.ok(before > 0, 'effects are committed')
  const { num_ack_pending } = await events.nats.manager.consumers.info('ORDERS', 'counting')
  t.ok(num_ack_pending > 0, 'and not all are acknowledged')
  const expected = Array.from({ length: 60 }, (_, index) => `a:${index + 1}`)
  const running = start()
  await areAcknowledged(running)
  t.same(await effects(database), expected)
})

t.test('given a running consumer, when NATS and the database stop and return, then it continues', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const running = start()
  await publish(events, grown('a', 1))
  await haveEffects(database, ['a:1'])
  await events.server.stop()
  await events.server.start()
  await eventually(() => events.nats.isConnected(), 'NATS is connected again')
  await publish(events, grown('a', 2))
  await haveEffects(database, ['a:1', 'a:2'])
  await database.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  })
  await publish(events, grown('a', 3))
  // Connections of the pool may be ended until then, those of the test too.
  const hasThird = () =>
    effects(database).then(
      (all) => all.length >= 3,
      () => false,
    )
  await eventually(hasThird, 'the third event has its effect')
  await areAcknowledged(running)
  t.same(await effects(database), ['a:1', 'a:2', 'a:3'])
})

t.test(
  'given an expired head of the stream, when an unknown aggregate arrives, then its sequence begins with that event',
  async (t) => {
    const { database, events, start } = await setUpCounting(t)
    await publish(events, grown('old', 6), grown('old', 7), grown('old', 8))
    await events.nats.manager.streams.purge('ORDERS', { seq: 2 })
    await publish(events, grown('late', 2), grown('late', 1))
    const running = start()
    await haveEffects(database, ['late:1', 'late:2', 'old:7', 'old:8'])
    t.same(await effects(database), ['late:1', 'late:2', 'old:7', 'old:8'])
    await publish(events, grown('old', 6), grown('old', 9))
    await areAcknowledged(running)
    t.same((await effects(database)).slice(4), ['old:9'])
    t.match(await listDeadLetters(database), [{ subject: 'old', sequence: 6, reason: /after later ones/ }])
  },
)
