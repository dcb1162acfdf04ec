// Own process: it fills file systems.
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import pino from 'pino'
import t from 'tap'
import { startConsumers } from '../consumers/consume.ts'
import { counterTables, growCounter } from '../testing/counter-events.ts'
import { counting, effects, haveEffects } from '../testing/counting-consumer.ts'
import { smallDisk } from '../testing/small-disk.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { connectNats } from './connect-nats.ts'
import { oldestWaitingSeconds } from './outbox.ts'
import { startOutboxRelay } from './outbox-relay.ts'

const log = pino({ level: 'silent' })

t.test(
  'given a NATS whose disk is full, then writes continue and events wait; when it has room again, they arrive in order',
  async (t) => {
    const [database, disk] = await Promise.all([testDatabase(t), smallDisk(t, 16)])
    await database.query(counterTables)
    const server = await startTemporaryNats(undefined, { parent: disk.folder })
    t.teardown(() => server.remove())
    const nats = await connectNats({ url: server.url, log, streams: ['ORDERS'], responseTimeoutMs: 2_000 })
    t.teardown(() => nats.close())
    const relay = startOutboxRelay({ databaseUrl: database.url, nats, log })
    const running = startConsumers({ database, databaseUrl: database.url, nats, log }, [counting()])
    t.teardown(async () => {
      await running.stop()
      await relay.stop()
    })
    let written = 0
    const grow = async () => {
      await growCounter(database.inTransaction, 'a')
      written += 1
    }
    for (let round = 0; round < 20; round++) await grow()
    await haveEffects(
      database,
      Array.from({ length: 20 }, () => ''),
    )
    await disk.fill()
    await eventually(async () => {
      await grow()
      return (await oldestWaitingSeconds(database)) > 1
    }, 'events wait')
    await disk.clear()
    // JetStream has switched itself off.
    await server.stop()
    await server.start()
    await haveEffects(
      database,
      Array.from({ length: written }, () => ''),
    )
    t.same(
      await effects(database),
      Array.from({ length: written }, (_, index) => `a:${index + 1}`),
    )
  },
)

t.test('given a NATS that may not store more, then events wait until it may', async (t) => {
  const database = await testDatabase(t)
  await database.query(counterTables)
  const plan = { fileMax: '64K' }
  const server = await startTemporaryNats(undefined, plan)
  t.teardown(() => server.remove())
  const nats = await connectNats({ url: server.url, log, streams: ['ORDERS'], responseTimeoutMs: 2_000 })
  t.teardown(() => nats.close())
  const relay = startOutboxRelay({ databaseUrl: database.url, nats, log })
  t.teardown(() => relay.stop())
  for (let round = 0; round < 300; round++) await growCounter(database.inTransaction, 'a')
  await eventually(async () => (await oldestWaitingSeconds(database)) > 1, 'events wait')
  await server.stop()
  plan.fileMax = '1M'
  await server.start()
  await eventually(async () => (await oldestWaitingSeconds(database)) === 0, 'all are published')
  const running = startConsumers({ database, databaseUrl: database.url, nats, log }, [counting()])
  t.teardown(() => running.stop())
  await haveEffects(
    database,
    Array.from({ length: 300 }, () => ''),
  )
  t.same(
    await effects(database),
    Array.from({ length: 300 }, (_, index) => `a:${index + 1}`),
  )
})
