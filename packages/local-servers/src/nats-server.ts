import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ManagedProcess, startProcess } from './managed-process.ts'
import { StartError } from './start-error.ts'

const readyTimeoutMs = 30_000
const linesKept = 20

export type NatsPlan = {
  /** The path of the nats-server program. */
  program: string
  /** Where the server keeps its streams and its configuration. */
  folder: string
  port: number
  /** The part of the server's configuration that says who is let in. Null: everybody, for tests. */
  authorization: string | null
  /**
   * How often files are flushed to the disk: `always`, or a time such as `10s`. The server's own
   * two minutes when absent.
   */
  syncInterval?: string | undefined
  /** Most that JetStream stores, such as `20G`. */
  fileMax?: string
  /** Further lines of the configuration, such as those of a cluster. */
  settings?: readonly string[]
  onLine: (line: string) => void
}

/** `url` has no name and no password in it. */
export type NatsServer = {
  url: string
  process: ManagedProcess
  /**
   * Has the server take another authorization, without ending connections of users who stay the
   * same.
   */
  reload(authorization: string): void
  stop(): Promise<void>
}

/**
 * Starts a nats-server with JetStream on files, on 127.0.0.1, and waits until it responds. Throws a
 * StartError.
 */
export async function startNats(plan: NatsPlan): Promise<NatsServer> {
  if (plan.syncInterval !== undefined) await refuseWithoutSyncInterval(plan.program)
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 })
  const file = join(plan.folder, 'nats.conf')
  writeFileSync(file, natsConfiguration(plan), { mode: 0o600 })
  const lines: string[] = []
  const server = await startProcess({
    name: 'nats',
    command: plan.program,
    args: ['-c', file],
    environment: process.env,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 15_000,
    orphanDelaySeconds: 3,
    onLine: (line) => {
      lines.splice(0, lines.length - linesKept, line)
      plan.onLine(line)
    },
  })
  try {
    await waitUntilReady(plan.port, server, lines)
  } catch (error) {
    await server.stop()
    throw error
  }
  const reload = (authorization: string) => {
    writeFileSync(file, natsConfiguration({ ...plan, authorization }), { mode: 0o600 })
    server.kill('SIGHUP')
  }
  return { url: `nats://127.0.0.1:${plan.port}`, process: server, reload, stop: server.stop }
}

/** Where a server with this folder keeps the files of JetStream. */
export function streamsFolder(folder: string): string {
  return join(folder, 'streams')
}

/** Before 2.10 a server does not start with a setting that it does not know. */
async function refuseWithoutSyncInterval(program: string): Promise<void> {
  const { stdout } = await promisify(execFile)(program, ['-v'])
  const [, major = 0, minor = 0] = /v(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  if (major > 2 || minor >= 10) return
  throw new StartError(
    `${stdout.trim()} has no setting for when it flushes its files: leave OMS_NATS_SYNC_INTERVAL unset, or name a newer one with OMS_NATS_SERVER.`,
  )
}

function natsConfiguration({ port, folder, authorization, ...plan }: NatsPlan): string {
  const sync = plan.syncInterval === undefined ? '' : `, sync_interval: ${JSON.stringify(plan.syncInterval)}`
  const storage = `store_dir: ${JSON.stringify(streamsFolder(folder))}, max_mem: 256M, max_file: ${plan.fileMax ?? '20G'}`
  const lines = [`listen: "127.0.0.1:${port}"`, `jetstream { ${storage}${sync} }`, 'max_payload: 8MB', ...(plan.settings ?? [])]
  if (authorization !== null) lines.push(authorization)
  return `${lines.join('\n')}\n`
}

async function waitUntilReady(port: number, server: ManagedProcess, lines: readonly string[]): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (!server.isRunning()) {
      await server.exited
      throw new StartError(`nats-server ended while starting:\n  ${lines.join('\n  ')}`)
    }
    if (await greets(port)) return
    await delay(20)
  }
  throw new StartError(`nats-server did not respond within ${readyTimeoutMs / 1000} s:\n  ${lines.join('\n  ')}`)
}

/**
 * Whether a NATS server with JetStream greets on this port (it says INFO first, before any
 * authentication).
 */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 })
    const end = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.once('data', (data) => end(data.toString('utf8').includes('"jetstream":true')))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
    socket.once('close', () => resolve(false))
  })
}
