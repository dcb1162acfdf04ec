import { randomBytes } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'
import { copyPrimary } from '@open-oms/local-servers/postgres-standby'
import { queryRows } from '../verify-deployment/orders.ts'
import { waitUntil } from '../verify-deployment/wait-until.ts'

export type PostgresPair = {
  primary: PostgresServer
  /**
   * Copies the primary and makes the copy its synchronous standby (docs/how-to/run-a-standby.md).
   */
  addStandby(): Promise<void>
  /**
   * Kills the primary and promotes the standby (docs/how-to/run-a-standby.md). Returns the port of
   * the new primary.
   */
  promote(): Promise<number>
  /** Stops both and deletes their data. */
  remove(): Promise<void>
}

const settings = [
  'wal_level=replica',
  'wal_keep_size=512MB',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=256MB',
  'log_min_messages=warning',
]

export type Logger = (source: string, line: string) => void

/** Starts a primary that keeps what it acknowledges, in a folder. */
export async function startPostgresPair(folder: string, log: Logger): Promise<PostgresPair> {
  const password = randomBytes(18).toString('hex')
  const start = async (name: string, data: string) =>
    startPostgres({ folder: data, port: await freePort(), password, settings, onLine: (line) => log(`postgres ${name}`, line) })
  const primary = await start('primary', join(folder, 'postgres'))
  const data = realpathSync(join(folder, 'postgres'))
  const standbyData = `${data}-standby`
  let standby: PostgresServer | null = null
  return {
    primary,
    addStandby: async () => {
      const conninfo = await prepareReplication(primary.serverUrl)
      await copyPrimary({ primaryUrl: primary.serverUrl, from: data, to: standbyData, conninfo })
      standby = await start('standby', standbyData)
      await makeSynchronous(primary.serverUrl)
    },
    promote: async () => {
      if (standby === null) throw new Error('There is no standby.')
      primary.process.kill('SIGKILL')
      await primary.process.exited
      await queryRows(standby.serverUrl, 'select pg_promote()')
      return Number(new URL(standby.serverUrl).port)
    },
    remove: async () => {
      await Promise.all([primary.stop(), standby?.stop()])
      for (const path of [data, standbyData]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/**
 * Step 1: a user with REPLICATION. The embedded server's `pg_hba.conf` lets it in from this
 * machine.
 */
async function prepareReplication(primaryUrl: string): Promise<string> {
  const password = randomBytes(18).toString('hex')
  await queryRows(primaryUrl, `create role replicator replication login password '${password}'`)
  const url = Object.assign(new URL(primaryUrl), { username: 'replicator', password, search: '?application_name=standby' })
  return url.href
}

/** Steps 3 and 4: once the standby follows, each commit waits for it. */
async function makeSynchronous(primaryUrl: string): Promise<void> {
  const is = async (column: string, value: string) =>
    (await queryRows(primaryUrl, `select from pg_stat_replication where ${column} = '${value}'`)).length === 1
  await waitUntil('a standby that follows', () => is('state', 'streaming'))
  await queryRows(primaryUrl, "alter system set synchronous_standby_names = 'ANY 1 (standby)'")
  await queryRows(primaryUrl, 'select pg_reload_conf()')
  await waitUntil('commits that wait for the standby', () => is('sync_state', 'quorum'))
}

/** Step 4 after a loss: commits wait for nobody, until the new primary has a standby itself. */
export async function waitForNoStandby(primaryUrl: string): Promise<void> {
  await queryRows(primaryUrl, 'alter system reset synchronous_standby_names')
  await queryRows(primaryUrl, 'select pg_reload_conf()')
}
