import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'
import { copyPrimary } from '@open-oms/local-servers/postgres-standby'
import pg from 'pg'
import type { Teardown } from './test-database.ts'
import { eventually } from './test-events.ts'

const password = 'test'
const primarySettings = ['wal_level=replica', 'max_wal_senders=4', 'synchronous_commit=on', 'fsync=off', 'max_connections=200']

export type TestStandby = {
  /** The primary and the standby, with an administrator. */
  primaryUrl: string
  standbyUrl: string
  /** The address of a database of the primary, at the standby. */
  standbyDatabaseUrl(databaseUrl: string): string
  /** Kills the standby as a loss of its machine does. */
  kill(): Promise<void>
  start(): Promise<void>
}

/**
 * Starts a primary and its streaming standby, which ends immediately what keeps it from following.
 * `testDatabase` makes its databases on the primary from then on. Both are removed with the test,
 * whose file needs a process of its own.
 */
export async function testStandby(t: Teardown): Promise<TestStandby> {
  const parent = await mkdtemp(join(tmpdir(), 'oms-standby-'))
  t.teardown(() => rm(parent, { recursive: true, force: true }))
  const start = async (folder: string, port: number, settings: readonly string[]): Promise<PostgresServer> =>
    startPostgres({ folder, port, password, settings, onLine: () => undefined })
  const primary = await start(join(parent, 'primary'), await freePort(), primarySettings)
  t.teardown(() => primary.stop())
  const data = await realpath(join(parent, 'primary'))
  const folder = `${data}-standby`
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await copyPrimary({ primaryUrl: primary.serverUrl, from: data, to: folder, conninfo: primary.serverUrl })
  const port = await freePort()
  const startStandby = () => start(folder, port, [...primarySettings, 'max_standby_streaming_delay=0'])
  let standby = await startStandby()
  t.teardown(() => standby.stop())
  await eventually(() => isFollowed(primary.serverUrl), 'the standby follows')
  process.env.OMS_TEST_DATABASE_URL = primary.serverUrl
  return {
    primaryUrl: primary.serverUrl,
    standbyUrl: standby.serverUrl,
    standbyDatabaseUrl: (databaseUrl) => Object.assign(new URL(databaseUrl), { port }).href,
    kill: async () => {
      standby.process.kill('SIGKILL')
      await standby.process.exited
    },
    start: async () => {
      // The processes of a server that was killed take a moment to see it.
      standby = await eventually(() => startStandby().catch(() => undefined), 'the standby starts')
    },
  }
}

async function isFollowed(primaryUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  try {
    return (await client.query(`select from pg_stat_replication where state = 'streaming'`)).rowCount === 1
  } finally {
    await client.end()
  }
}
