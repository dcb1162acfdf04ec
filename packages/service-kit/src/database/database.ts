import pg from 'pg'
import { type Secret, secretNow } from '../config/secret-files.ts'
import type { Log } from '../observability/log.ts'
import { columnTypes } from './column-types.ts'
import { availableOrThrow, notReached } from './database-errors.ts'
import { applySettings } from './session-settings.ts'
import type { Statement } from './statement.ts'
import { type InTransaction, inTransactionOn } from './transaction.ts'

/**
 * A service's database. `bigint` comes as number, `numeric` as text, `timestamptz` as Date, `date`
 * and `json` as raw text, `jsonb` parsed. A lost connection is `DomainError('Unavailable')`; every
 * other failure is the driver's error.
 */
export type Database = QueryRunner & {
  pool: pg.Pool
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>
}

/** What statements are run on, such as those of a database. */
export type QueryRunner = {
  /** One statement outside of a transaction, for reads and for independent writes. */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>
  /**
   * As `query`, but takes the driver's own options and returns its whole result: columns and number
   * of rows too.
   */
  execute(statement: pg.QueryConfig): Promise<pg.QueryResult>
  inTransaction: InTransaction
}

export type DatabaseConfig = {
  /** Read again for each connection, so that a password may change while the process runs. */
  url: Secret
  log: Log
  /** Most connections of this process; 10 when absent. */
  poolSizeMax?: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /** The role whose rights hold, whoever the URL connects as; that user's own when absent. */
  role?: string | undefined
  /** Longest time of one statement; 30 s when absent. */
  statementTimeoutMs?: number
  /** Longest wait of a statement for a lock; as long as the statement when absent. */
  lockTimeoutMs?: number
  /** Longest wait for a free connection; 5 s when absent. */
  connectTimeoutMs?: number
  /**
   * After this time a connection is replaced by one with the user and the password of then; half an
   * hour when absent.
   */
  lifetimeSeconds?: number
}

/**
 * Makes a client for each connection of the pool, with the address of then and the certificates
 * that its files hold then. A file that cannot be read refuses the connection: the driver raises
 * that error as soon as a client is made, and the pool makes some where nobody would catch it.
 */
function clientMaker(url: Secret): typeof pg.Client {
  function makeClient(config: pg.ClientConfig): pg.Client {
    try {
      const client = new pg.Client({ ...config, connectionString: secretNow(url) })
      // On its way from the pool to who asked for it a client has no other listener, and an error
      // would end the process.
      return client.on('error', () => undefined)
    } catch (error) {
      const connect = (done: (error: unknown) => void) => process.nextTick(done, error)
      return Object.assign(new pg.Client(config), { connect })
    }
  }
  return makeClient as unknown as typeof pg.Client
}

/** Opens the connections of a database, on first use. */
export function createPool(config: DatabaseConfig): pg.Pool {
  const pool = new pg.Pool({
    Client: clientMaker(config.url),
    maxLifetimeSeconds: config.lifetimeSeconds ?? 1_800,
    max: config.poolSizeMax ?? 10,
    connectionTimeoutMillis: config.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: config.applicationName ?? 'oms',
    // The pool gives a connection out once this has ended.
    onConnect: (client) => applySettings(client, sessionSettings(config)),
    types: columnTypes,
    // BEGIN travels together with the first statement and COMMIT with the last one.
    pipeline: true,
  })
  // A connection that dies while idle (a restart of Postgres) leaves the pool; the next statement
  // opens a fresh one.
  pool.on('error', ({ message }) => {
    if (!pool.ending) config.log.warn({ reason: message }, 'an idle database connection was lost')
  })
  return pool
}

function sessionSettings({ statementTimeoutMs = 30_000, lockTimeoutMs, role }: DatabaseConfig): Record<string, string> {
  return {
    statement_timeout: String(statementTimeoutMs),
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: String(lockTimeoutMs) }),
    idle_in_transaction_session_timeout: '60000',
    // Prisma Client sends and reads moments without their zone, in UTC.
    TimeZone: 'UTC',
    ...(role === undefined ? {} : { role }),
  }
}

/**
 * Gives connections that are ready for use, as a pool does. What it raises, reads and writes raise.
 */
export type Connections = { connect(): Promise<pg.PoolClient> }

/**
 * Runs a statement on a connection of the pool. Unlike `pool.query`, a statement that Postgres
 * refuses (a unique key, a check) does not cost the connection.
 */
async function executeOn(connections: Connections, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await connections.connect()
  let broken = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  try {
    return await client.query(statement)
  } catch (error) {
    return availableOrThrow(error)
  } finally {
    client.removeListener('error', onError)
    client.release(broken)
  }
}

type Access = {
  log: Log
  /**
   * How often a transaction is tried that failed because of others (see `InTransaction`); 5 when
   * absent.
   */
  attemptsMax?: number | undefined
}

/** Runs statements and transactions on connections. */
export function readingOn(connections: Connections, { log, attemptsMax }: Access): QueryRunner {
  const execute = (statement: pg.QueryConfig) => executeOn(connections, statement)
  const query = async <Row>(statement: Statement) => (await execute(statement as pg.QueryConfig)).rows as Row[]
  return { query, execute, inTransaction: inTransactionOn({ connections, query, log, attemptsMax }) }
}

/**
 * Opens the connection pool of a process. Connects on first use, and again after the database was
 * unreachable.
 */
export function createDatabase(config: DatabaseConfig): Database {
  const pool = createPool(config)
  const connections = { connect: () => pool.connect().catch(notReached) }
  return { pool, ...readingOn(connections, { log: config.log }), close: () => pool.end() }
}
