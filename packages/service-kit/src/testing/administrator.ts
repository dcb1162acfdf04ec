import pg from 'pg'
import { onConnection } from './lent-pool.ts'

/** Connections that stay for the next test; they keep no process alive. */
export function administratorPool(connectionString: string, applicationName: string): pg.Pool {
  const options = { max: 4, idleTimeoutMillis: 0, allowExitOnIdle: true }
  const pool = new pg.Pool({ connectionString, application_name: applicationName, ...options })
  // A server of this process stops before its connections close.
  return pool.on('error', () => undefined)
}

const administrators = new Map<string, pg.Pool>()

/** Runs work on a connection of the administrator to the server's own database. */
export function asAdmin<T>(serverUrl: string, work: (admin: pg.ClientBase) => Promise<T>): Promise<T> {
  const pool = administrators.get(serverUrl) ?? administratorPool(serverUrl, 'administrator')
  administrators.set(serverUrl, pool)
  return onConnection(pool, work)
}
