// Own process: it fills a file system.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { startPostgres } from '@open-oms/local-servers/postgres-server'
import pino from 'pino'
import t from 'tap'
import { startConsumers } from '../consumers/consume.ts'
import { startOutboxRelay } from '../events/outbox-relay.ts'
import { asDomainError } from '../http/error-handler.ts'
import { counterTables, growCounter } from '../testing/counter-events.ts'
import { counting, effects, haveEffects } from '../testing/counting-consumer.ts'
import { smallDisk } from '../testing/small-disk.ts'
import { testEvents } from '../testing/test-events.ts'
import { createDatabase } from './database.ts'
import { kitProject, migrate } from './migrate.ts'

const log = pino({ level: 'silent' })

t.test(
  'given a PostgreSQL whose disk is full, then a write is refused as unavailable and leaves nothing; with room again all continues',
  async (t) => {
    const disk = await smallDisk(t, 160)
    const settings = ['fsync=off', 'max_wal_size=32MB', 'min_wal_size=32MB', 'shared_buffers=16MB', 'restart_after_crash=on']
    const plan = {
      folder: join(disk.folder, 'data'),
      port: await freePort(),
      password: 'test',
      settings,
      onLine: () => undefined,
    }
    const server = await startPostgres(plan)
    t.teardown(() => server.stop())
    const databaseUrl = server.serverUrl
    await migrate({ databaseUrl, projects: [kitProject] })
    const database = createDatabase({ url: databaseUrl, log })
    t.teardown(() => database.close())
    await database.query(counterTables)
    await database.query({ text: 'create table large (content text)' })
    await growCounter(database.inTransaction, 'a')
    await disk.fill()
    const write = () =>
      database.inTransaction(async (tx) => {
        await growCounter((work) => work(tx), 'a')
        await tx.query({ text: 'insert into large values ($1)', values: [randomBytes(1_500_000).toString('base64')] })
      })
    const refusal = await write().catch(asDomainError)
    t.match(refusal, { code: 'Unavailable', message: 'The disk of the database is full.' })
    const alone = database.query({ text: 'insert into large values ($1)', values: [randomBytes(1_500_000).toString('base64')] })
    await t.rejects(alone, { code: 'Unavailable' })
    t.same(await database.query({ text: 'select event_sequence as n, (select count(*) from large) as large from counter' }), [
      { n: 1, large: 0 },
    ])
    await disk.clear()
    await write()
    const events = await testEvents(t)
    const relay = startOutboxRelay({ databaseUrl, nats: events.nats, log })
    const running = startConsumers({ database, databaseUrl, nats: events.nats, log }, [counting()])
    t.teardown(async () => {
      await running.stop()
      await relay.stop()
    })
    await haveEffects(database as never, ['a:1', 'a:2'])
    t.same(await effects(database as never), ['a:1', 'a:2'])
  },
)
