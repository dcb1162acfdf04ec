import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNatsServer } from '../start/find-nats-server.ts'
import { freePort } from '../start/free-port.ts'
import { startNats } from '../start/nats-server.ts'
import { startPostgres } from '../start/postgres-server.ts'

export type TestServers = { databaseUrl: string; natsUrl: string; stop(): Promise<void> }

// Nothing of a test outlives it, so nothing has to survive a power failure.
const hastySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  'shared_buffers=256MB',
]

/** Starts one PostgreSQL and one nats-server for all tests, on free ports, in a folder of their own that goes with them. */
export async function startTestServers(cacheFolder: string): Promise<TestServers> {
  const folder = mkdtempSync(join(tmpdir(), 'oms-test-'))
  chmodSync(folder, 0o755)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const onLine = () => undefined
  try {
    const program = await findNatsServer({ cacheFolder: join(cacheFolder, 'nats-server') })
    const postgres = await startPostgres({
      folder: join(folder, 'postgres'),
      port: await freePort(),
      password: 'test',
      settings: hastySettings,
      onLine,
    })
    const nats = await startNats({ program, folder: join(folder, 'nats'), port: await freePort(), password: null, onLine })
    const stop = async () => {
      await Promise.all([postgres.stop(), nats.stop()])
      removeFolder()
    }
    return { databaseUrl: postgres.serverUrl, natsUrl: nats.url, stop }
  } catch (error) {
    removeFolder()
    throw error
  }
}
