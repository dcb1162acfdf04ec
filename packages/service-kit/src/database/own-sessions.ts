import pg from 'pg'
import { type Secret, secretNow } from '../config/secret-files.ts'
import { jittered, pause } from '../waiting/pause.ts'

/**
 * A pooler between hands its connections on between others. A round in which that does not show has
 * met a moment at which others took and gave back connections.
 */
const ROUNDS = 3
const RESPONSE_WITHIN_MS = 5_000
const RETRY_MS = 1_000

const MESSAGE =
  'A pooler gives the connections to the database out for a transaction each (PgBouncer: pool_mode = transaction). Locks of work ' +
  'that one process does would be held by all, and settings would reach others. Set pool_mode = session.'

/**
 * Whether two open connections share sessions of PostgreSQL: one keeps its transaction open, and
 * the other is no longer served by the session that served it before.
 */
export async function shareSessions(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const before = await sessionOf(one)
    await other.query('begin')
    const held = await sessionOf(other)
    const after = await sessionOf(one)
    await other.query('rollback')
    if (held === before || after !== before) return true
  }
  return false
}

async function sessionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid as number
}

/**
 * Calls `refuse` when connections to the database share sessions. The first look is over when it
 * returns; a database that cannot be asked then is asked until it responds.
 */
export async function refuseSharedSessions(
  databaseUrl: Secret,
  refuse: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController()
  const isDecided = async () => {
    const isShared = await askOnce(databaseUrl).catch(() => null)
    if (isShared === true) refuse(new Error(MESSAGE))
    return isShared !== null
  }
  const watch = async () => {
    do await pause(jittered(RETRY_MS), stopped.signal)
    while (!stopped.signal.aborted && !(await isDecided()))
  }
  const watching = (await isDecided()) ? Promise.resolve() : watch()
  const stop = () => {
    stopped.abort()
    return watching
  }
  return { stop }
}

async function askOnce(databaseUrl: Secret): Promise<boolean> {
  const clients: pg.Client[] = []
  const open = async () => {
    const client = new pg.Client({
      connectionString: secretNow(databaseUrl),
      application_name: 'oms check of sessions',
      connectionTimeoutMillis: RESPONSE_WITHIN_MS,
      query_timeout: RESPONSE_WITHIN_MS,
    })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    return await shareSessions(await open(), await open())
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}
