import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EventEnvelope } from '@open-oms/contracts/event'
import pg from 'pg'
import pino from 'pino'
import t from 'tap'
import { runWithTraceparent } from '../observability/tracing.ts'
import { counterGrown, counterTables, growCounter } from '../testing/counter-events.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { eventually, type TestEvents, testEvents } from '../testing/test-events.ts'
import { connectNats } from './connect-nats.ts'
import { newEvent } from './new-event.ts'
import { oldestWaitingSeconds, outboxInserts, outboxParameter } from './outbox.ts'
import { startOutboxRelay } from './outbox-relay.ts'

const silent = pino({ level: 'silent' })
type Test = Parameters<typeof testDatabase>[0]

async function setUp(test: Test): Promise<{ database: TestDatabase; events: TestEvents }> {
  const [database, events] = await Promise.all([testDatabase(test), testEvents(test)])
  await database.query(counterTables)
  return { database, events }
}

function startRelay(test: Test, database: TestDatabase, { nats }: TestEvents) {
  const relay = startOutboxRelay({ databaseUrl: database.url, nats, log: silent })
  test.teardown(() => relay.stop())
  return relay
}

async function waiting(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ count: number }>({ text: 'select count(*) as count from kit.outbox' })
  return row?.count ?? -1
}

/** Everything that a stream holds, in its order. */
async function published({ nats }: TestEvents): Promise<EventEnvelope[]> {
  const { state } = await nats.manager.streams.info('ORDERS')
  const found: EventEnvelope[] = []
  for (let seq = 1; seq <= state.last_seq; seq++) found.push((await nats.manager.streams.getMessage('ORDERS', { seq })).json())
  return found
}

function sequencesBySubject(events: readonly EventEnvelope[]): Record<string, number[]> {
  const found: Record<string, number[]> = {}
  for (const { subject, sequence } of events) found[subject] = [...(found[subject] ?? []), sequence ?? 0]
  return found
}

t.test('given a transaction with events, when it is committed, then they are published with id and trace', async (t) => {
  const { database, events } = await setUp(t)
  const messages = events.nats.connection.subscribe('orders.>', { max: 1 })
  startRelay(t, database, events)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await runWithTraceparent(traceparent, 'test', () => growCounter(database.inTransaction, 'a', 5))
  for await (const message of messages) {
    const envelope = message.json<EventEnvelope>()
    t.match(envelope, {
      specversion: '1.0',
      source: '/orders/counter',
      type: counterGrown.type,
      subject: 'a',
      sequence: 1,
      data: { by: 5 },
    })
    t.equal(message.subject, counterGrown.type)
    t.equal(message.headers?.get('Nats-Msg-Id'), envelope.id)
    t.equal(message.headers?.get('traceparent'), traceparent)
    t.equal(envelope.traceparent, traceparent)
    t.equal(new Date(envelope.time).toISOString(), envelope.time)
  }
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
})

t.test('given a transaction with events, when it is rolled back, then none is published', async (t) => {
  const { database, events } = await setUp(t)
  startRelay(t, database, events)
  const failing = database.inTransaction(async (tx) => {
    await growCounter((work) => work(tx), 'a')
    throw new Error('undo')
  })
  await t.rejects(failing, { message: 'undo' })
  await growCounter(database.inTransaction, 'b')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.same(sequencesBySubject(await published(events)), { b: [1] })
})

t.test('given a guarded statement, when it writes an aggregate, then events are written only if the guard holds', async (t) => {
  const { database } = await setUp(t)
  await database.query({ text: `insert into counter values ('a', 1)` })
  const event = newEvent(counterGrown, { subject: 'a', sequence: 2, time: new Date(), data: { by: 1 } })
  const guarded = (from: number) =>
    database.query({
      text: `with changed as (update counter set event_sequence = 2 where id = 'a' and event_sequence = $1 returning id),
          ${outboxInserts(2, 'changed')}
        select * from changed`,
      values: [from, outboxParameter([event])],
    })
  t.same(await guarded(7), [])
  t.equal(await waiting(database), 0)
  t.same(await guarded(1), [{ id: 'a' }])
  const [row] = await database.query<{ envelope: string; event_id: string }>({
    text: 'select event_id, envelope from kit.outbox',
  })
  t.equal(row?.event_id, event.id)
  t.same(JSON.parse(row?.envelope ?? ''), { ...JSON.parse(outboxParameter([event]))[0] })
})

t.test('given concurrent writes, then every event arrives, and each aggregate keeps its order', async (t) => {
  const { database, events } = await setUp(t)
  startRelay(t, database, events)
  const subjects = ['a', 'b', 'c', 'd']
  await Promise.all(
    subjects.flatMap((id) =>
      [1, 2].map(async () => {
        for (let round = 0; round < 50; round++) await growCounter(database.inTransaction, id)
      }),
    ),
  )
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  const sequence = Array.from({ length: 100 }, (_, index) => index + 1)
  t.same(sequencesBySubject(await published(events)), { a: sequence, b: sequence, c: sequence, d: sequence })
})

t.test('given NATS is unreachable, when events are written, then all arrive in order once it is back', async (t) => {
  const { database, events } = await setUp(t)
  startRelay(t, database, events)
  await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  await events.server.stop()
  for (let round = 0; round < 20; round++) await growCounter(database.inTransaction, 'a')
  t.equal(await waiting(database), 20)
  t.ok((await oldestWaitingSeconds(database)) > 0, 'the oldest waiting age is seen')
  await events.server.start()
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.same(
    sequencesBySubject(await published(events)).a,
    Array.from({ length: 21 }, (_, index) => index + 1),
  )
  t.equal(await oldestWaitingSeconds(database), 0)
})

t.test('given a server without its streams, when the relay publishes, then they are made again', async (t) => {
  const { database, events } = await setUp(t)
  startRelay(t, database, events)
  await events.nats.manager.streams.delete('ORDERS')
  await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.same(sequencesBySubject(await published(events)), { a: [1] })
})

t.test('given an event published before a crash, when it is relayed again, then it is in the stream once', async (t) => {
  const { database, events } = await setUp(t)
  await growCounter(database.inTransaction, 'a')
  await growCounter(database.inTransaction, 'a')
  const [row] = await database.query<{ event_id: string; envelope: string }>({
    text: 'select event_id, envelope from kit.outbox order by id limit 1',
  })
  await events.nats.jetstream.publish(counterGrown.type, row?.envelope ?? '', { msgID: row?.event_id ?? '' })
  startRelay(t, database, events)
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.same(sequencesBySubject(await published(events)), { a: [1, 2] })
})

t.test('given two relays, when the publishing one stops or loses its connection, then the other takes over', async (t) => {
  const { database, events } = await setUp(t)
  const other = await connectNats({ url: events.server.url, log: silent })
  t.teardown(() => other.close())
  const first = startRelay(t, database, events)
  await eventually(() => first.isPublishing(), 'the first one publishes')
  const second = startRelay(t, database, { ...events, nats: other })
  await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.equal(second.isPublishing(), false)
  await first.stop()
  await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  t.equal(second.isPublishing(), true)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'oms outbox relay'`)
  await admin.end()
  await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty again after the lock was lost')
  t.same(sequencesBySubject(await published(events)), { a: [1, 2, 3] })
})

t.test('given committed events, when the process is killed before it publishes, then none is lost', async (t) => {
  const { database, events } = await setUp(t)
  const path = fileURLToPath(new URL('../testing/crash/crash-child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=development', path, 'write', database.url, events.server.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => child.kill('SIGKILL'))
  const [, signal] = await once(child, 'exit')
  t.equal(signal, 'SIGKILL')
  const committed = await database.query<{ sequence: number }>({ text: 'select event_sequence as sequence from counter' })
  t.ok((committed[0]?.sequence ?? 0) >= 50)
  startRelay(t, database, events)
  await eventually(async () => (await waiting(database)) === 0, 'the outbox is empty')
  const expected = Array.from({ length: committed[0]?.sequence ?? 0 }, (_, index) => index + 1)
  t.same(sequencesBySubject(await published(events)).a, expected)
})
