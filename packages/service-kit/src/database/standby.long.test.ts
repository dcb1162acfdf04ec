// Own process: it starts two servers.
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'
import { copyPrimary } from '@open-oms/local-servers/postgres-standby'
import pg from 'pg'
import pino from 'pino'
import t, { type Test } from 'tap'
import { counterTables, growCounter } from '../testing/counter-events.ts'
import { eventually } from '../testing/test-events.ts'
import { createDatabase } from './database.ts'
import { kitProject, migrate } from './migrate.ts'

// The settings of docs/how-to/run-a-standby.md.
const synchronous = `alter system set synchronous_standby_names = 'ANY 1 (standby)'`
const password = 'test'

async function start(t: Test, { folder, settings }: { folder: string; settings: string[] }): Promise<PostgresServer> {
  const server = await startPostgres({ folder, port: await freePort(), password, settings, onLine: () => undefined })
  t.teardown(() => server.stop())
  return server
}

async function one<Row>(url: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}

t.test(
  'given a synchronous standby, when the primary is lost, then the promoted standby has every acknowledged write',
  async (t) => {
    const parent = await mkdtemp(join(tmpdir(), 'oms-standby-'))
    t.teardown(() => rm(parent, { recursive: true, force: true }))
    const folder = join(parent, 'primary')
    const primary = await start(t, { folder, settings: ['wal_level=replica', 'synchronous_commit=on'] })
    const databaseUrl = primary.serverUrl
    await migrate({ databaseUrl, projects: [kitProject] })
    const data = await realpath(folder)
    const standbyFolder = `${data}-standby`
    t.teardown(() => rm(standbyFolder, { recursive: true, force: true }))
    const conninfo = `${databaseUrl}?application_name=standby`
    await copyPrimary({ primaryUrl: databaseUrl, from: data, to: standbyFolder, conninfo })
    const startStandby = () => start(t, { folder: standbyFolder, settings: ['hot_standby=on'] })
    let standby = await startStandby()
    await eventually(
      async () =>
        (await one<{ n: number }>(databaseUrl, `select count(*)::int as n from pg_stat_replication where state = 'streaming'`))
          .n === 1,
      'the standby follows',
    )
    await one(databaseUrl, synchronous)
    await one(databaseUrl, 'select pg_reload_conf()')
    const isSynchronous = async () =>
      (await one<{ state: string }>(databaseUrl, 'select sync_state as state from pg_stat_replication')).state
    await eventually(async () => (await isSynchronous()) === 'quorum', 'commits wait for the standby')
    const database = createDatabase({ url: databaseUrl, log: pino({ level: 'silent' }), statementTimeoutMs: 240_000 })
    t.teardown(() => database.close())
    await database.query(counterTables)
    await growCounter(database.inTransaction, 'a')

    await t.test('given a standby that is unreachable, when a transaction commits, then it waits for the standby', async (t) => {
      await standby.stop()
      let isDone = false
      const writing = growCounter(database.inTransaction, 'a').then(() => {
        isDone = true
      })
      const isWaiting = async () =>
        (await one<{ n: number }>(databaseUrl, `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`))
          .n > 0
      await eventually(isWaiting, 'the commit waits')
      t.equal(isDone, false)
      standby = await startStandby()
      await writing
    })

    let acknowledged = 2
    const writing = (async () => {
      for (;;) {
        await growCounter(database.inTransaction, 'a')
        acknowledged += 1
      }
    })().catch(() => undefined)
    await eventually(() => acknowledged >= 100, 'a hundred writes are acknowledged')
    primary.process.kill('SIGKILL')
    await writing
    await one(standby.serverUrl, 'select pg_promote()')
    const { sequence, events } = await one<{ sequence: number; events: number }>(
      standby.serverUrl,
      'select event_sequence::int as sequence, (select count(*)::int from kit.outbox) as events from counter',
    )
    t.ok(sequence >= acknowledged, `${acknowledged} were acknowledged, ${sequence} are there`)
    t.equal(events, sequence, 'with their events')
  },
)
