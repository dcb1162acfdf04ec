import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@open-oms/local-servers/free-port'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'

export type KilledServer = {
  serverUrl: string
  port: number
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** As in production: what is acknowledged is on the disk. */
const settings = ['synchronous_commit=on', 'max_connections=200', 'shared_buffers=256MB', 'log_min_messages=warning']
const TRIES = 40
const PAUSE_MS = 500

/** A PostgreSQL that can be killed, and started again with what it had written. */
export async function startKillablePostgres(folder: string, onLine: (line: string) => void): Promise<KilledServer> {
  const password = randomBytes(18).toString('hex')
  const port = await freePort()
  const start = () => startPostgres({ folder: join(folder, 'postgres'), port, password, settings, onLine })
  let server: PostgresServer = await start()
  return {
    serverUrl: server.serverUrl,
    port,
    kill: async () => {
      server.process.kill('SIGKILL')
      await server.process.exited
    },
    // Its other processes notice a moment later that it is gone: none starts beside them.
    start: async () => {
      for (let tries = 1; ; tries++) {
        const started = await start().catch((error: Error) => error)
        if (!(started instanceof Error)) {
          server = started
          return
        }
        if (tries === TRIES) throw started
        await delay(PAUSE_MS)
      }
    },
    stop: () => server.stop(),
  }
}
