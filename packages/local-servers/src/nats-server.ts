import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
  onLine: (line: string) => void
}

/** `url` has no name and no password in it. */
export type NatsServer = {
  url: string
  process: ManagedProcess
  /** Has the server take another authorization, without ending connections of users who stay the same. */
  reload(authorization: string): void
  stop(): Promise<void>
}

/**
 * Starts a nats-server with JetStream on files, on 127.0.0.1, and waits until it responds. Throws a
 * StartError.
 */
export async function startNats(plan: NatsPlan): Promise<NatsServer> {
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
export function streamsFolderOf(folder: string): string {
  return join(folder, 'streams')
}

function natsConfiguration({ port, folder, authorization }: NatsPlan): string {
  const lines = [
    `listen: "127.0.0.1:${port}"`,
    `jetstream { store_dir: ${JSON.stringify(streamsFolderOf(folder))}, max_mem: 256M, max_file: 20G }`,
    'max_payload: 8MB',
  ]
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
