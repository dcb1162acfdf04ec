import pg from 'pg'
import { type Secret, secretNow } from '../config/secret-files.ts'
import type { Log } from '../observability/log.ts'
import { jittered, pause } from '../waiting/pause.ts'
import { columnTypes } from './column-types.ts'
import { applySettings } from './session-settings.ts'
import { Sql, type Statement, statement } from './statement.ts'

export type LockOptions = {
  databaseUrl: Secret
  /** The name of the lock; one holder per name and database. */
  name: string
  log: Log
  /** Pause between two tries to get the lock; 500 ms when absent. */
  retryMs?: number
}

export type LockHolder = { isHolder(): boolean; stop(): Promise<void> }

/**
 * Lets Postgres notice within seconds that the machine of a holder has failed; it notices a dead
 * process immediately.
 */
const KEEPALIVES = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' }

/**
 * Runs the work on one process at a time: whoever holds the advisory lock of that name, on a
 * connection of its own, which the work may use. The signal is aborted when the connection, and so
 * the lock, is lost and when the holder is stopped; the work then returns. Work that fails is
 * logged and begun again. Another process takes over within `retryMs` after the holder's end.
 */
export function holdLock(options: LockOptions, work: (client: pg.Client, signal: AbortSignal) => Promise<void>): LockHolder {
  const stopped = new AbortController()
  let isHolder = false
  const onHeld = async (client: pg.Client, signal: AbortSignal) => {
    isHolder = true
    await work(client, signal).finally(() => {
      isHolder = false
    })
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      try {
        await session(options, stopped.signal, onHeld)
      } catch (error) {
        if (!stopped.signal.aborted)
          options.log.warn({ err: error, lock: options.name }, 'work under a database lock was interrupted')
        await pause(jittered(1_000), stopped.signal)
      }
    }
  }
  const running = run()
  return {
    isHolder: () => isHolder,
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

type Work = (client: pg.Client, signal: AbortSignal) => Promise<void>

async function session(options: LockOptions, stopped: AbortSignal, work: Work): Promise<void> {
  const client = new pg.Client({
    connectionString: secretNow(options.databaseUrl),
    application_name: `oms ${options.name}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: columnTypes,
    pipeline: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  const signal = AbortSignal.any([stopped, lost.signal])
  try {
    await client.connect()
    await applySettings(client, KEEPALIVES)
    while (!signal.aborted && !(await tryLock(client, options.name))) await pause(jittered(options.retryMs ?? 500), signal)
    if (!signal.aborted) await work(client, signal)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const LOCKS_OF_KIT = 6_203

const takeFreeLock = statement({
  name: 'kit-try-lock',
  text: 'select pg_try_advisory_lock($1, hashtext($2)) as locked',
  parameters: [Sql.integer, Sql.text],
  row: { locked: Sql.boolean },
})

/**
 * Asking again and again, rather than waiting inside of Postgres, keeps no snapshot open that would
 * hold back vacuum.
 */
async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const [row] = await takeFreeLock.on(toQueryable(client), LOCKS_OF_KIT, name)
  return row?.locked === true
}

/** The connection as what a declared statement runs on. */
export function toQueryable(client: pg.Client) {
  return {
    query: async <Row>({ values = [], ...query }: Statement): Promise<Row[]> => {
      const { rows } = await client.query({ ...query, values: [...values] })
      return rows
    },
  }
}
