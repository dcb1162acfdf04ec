import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

export type TemporaryPostgres = {
  /** URL of the server's own database, with a superuser; the same after every start. */
  url: string
  start(): Promise<void>
  /** Stops the server as an administrator's restart would: open sessions are ended. */
  stop(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

// The data need not survive a power failure, and the passwords are public.
const nonDurableSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  'shared_buffers=256MB',
  'max_wal_size=256MB',
  'scram_iterations=1',
  // With hundreds of databases, autovacuum takes a fifth of the server's time; a test that needs
  // statistics runs ANALYZE.
  'autovacuum=off',
]
const password = 'test'

/**
 * Files of a cluster whose administrator, and users whose names begin with `test_`, prove no
 * password: that is half of what connecting costs.
 */
export const trustingFiles = {
  'pg_hba.conf': 'host all postgres,/^test_ 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
}

/** Settings as `name=value`, and files of the cluster by name. */
export type TemporaryPostgresOptions = { settings?: readonly string[]; files?: Readonly<Record<string, string>> }

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, with its data in the folder for temporary files.
 * Throws a StartError.
 */
export async function startTemporaryPostgres(options: TemporaryPostgresOptions = {}): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'oms-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  let server: PostgresServer | null = null
  const start = async () => {
    const settings = [...nonDurableSettings, ...(options.settings ?? [])]
    server = await startPostgres({ folder: data, port, password, settings, files: options.files ?? {}, onLine: () => undefined })
  }
  const stop = async () => server?.stop()
  const remove = async () => {
    await stop()
    // The data may be elsewhere (see reachableData).
    if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, start, stop, remove }
}
