import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export type TestNatsServer = {
  url: string
  start(): Promise<void>
  /** Stops the server; what JetStream has stored is there after the next start. */
  stop(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

/** Debian puts the server into sbin, which is not on every user's path. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']

function findServer(): string {
  const path =
    process.env.OMS_NATS_SERVER ?? FOLDERS.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file))
  if (path === undefined) throw new Error('There is no nats-server on the PATH. Install it, or name it in OMS_NATS_SERVER.')
  return path
}

/**
 * Starts a nats-server with JetStream on a free port of 127.0.0.1, with its data in the folder for temporary files. `options` are
 * further ones of its command line.
 */
export async function startNatsServer(options: readonly string[] = []): Promise<TestNatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-test-nats-'))
  const port = await freePort()
  let server: ChildProcess | undefined
  const kill = () => server?.kill('SIGKILL')
  process.once('exit', kill)
  const start = async () => {
    server = spawn(findServer(), ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, ...options], { stdio: 'ignore' })
    await answering(port)
  }
  const stop = async () => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await ended
  }
  const remove = async () => {
    await stop()
    process.removeListener('exit', kill)
    await rm(folder, { recursive: true, force: true })
  }
  await start()
  return { url: `nats://127.0.0.1:${port}`, start, stop, remove }
}

async function answering(port: number): Promise<void> {
  const TRIES = 100
  for (let tries = 1; tries <= TRIES; tries++) {
    if (await isListening(port)) return
    await sleep(50)
  }
  throw new Error(`The test's nats-server does not answer on port ${port}`)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
