import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNatsServer } from './find-nats-server.ts'
import { freePort } from './free-port.ts'
import { type NatsPlan, type NatsServer, startNats, streamsFolder } from './nats-server.ts'

export type TemporaryNats = {
  /** The address without name and password; the same after every start. */
  url: string
  /** Starts it again, with another authorization when one is given. */
  start(authorization?: string): Promise<void>
  /** Has the running server take another authorization. */
  reload(authorization: string): void
  /** Stops the server; what JetStream has stored is there after the next start. */
  stop(): Promise<void>
  /** Ends the server as a crash does. */
  kill(): Promise<void>
  /** The folder of JetStream's files. */
  streamsFolder: string
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

/** What differs from a server of no cluster. `parent`: where its folder is made. */
type TemporaryNatsPlan = Pick<Partial<NatsPlan>, 'port' | 'fileMax' | 'settings'> & { parent?: string }

/**
 * Starts a nats-server with JetStream on a free port of 127.0.0.1, with its data in the folder for
 * temporary files. It lets in whom the given part of its configuration names, else everybody.
 * Throws a StartError.
 */
export async function startTemporaryNats(firstAuthorization?: string, plan: TemporaryNatsPlan = {}): Promise<TemporaryNats> {
  const program = await findNatsServer()
  const folder = mkdtempSync(join(plan.parent ?? tmpdir(), 'oms-nats-'))
  const port = plan.port ?? (await freePort())
  let authorization = firstAuthorization ?? null
  let server: NatsServer | null = null
  const start = async (another?: string) => {
    authorization = another ?? authorization
    const { fileMax = '20G', settings = [] } = plan
    server = await startNats({ program, folder, port, authorization, fileMax, settings, onLine: () => undefined })
  }
  const reload = (another: string) => {
    authorization = another
    server?.reload(another)
  }
  const stop = async () => server?.stop()
  const kill = async () => {
    server?.process.kill('SIGKILL')
    await server?.process.exited
  }
  const remove = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return { url: `nats://127.0.0.1:${port}`, start, reload, stop, kill, streamsFolder: streamsFolder(folder), remove }
}
