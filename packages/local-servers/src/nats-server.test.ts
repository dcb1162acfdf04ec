import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findNatsServer } from './find-nats-server.ts'
import { freePort } from './free-port.ts'
import { startNats } from './nats-server.ts'

/** Debian 12 has 2.9; OMS_NATS_SERVER names another one. */
const program = await findNatsServer()
const version = /v(\d+\.\d+)/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[1] ?? ''
const hasSetting = !version.startsWith('2.9')

/** How a server with that setting says that it flushes its files. */
async function flushing(t: Test, syncInterval: string | undefined): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'oms-nats-sync-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [port, monitoring] = [await freePort(), await freePort()]
  const settings = [`http: "127.0.0.1:${monitoring}"`]
  const plan = { program, folder, port, authorization: null, syncInterval, settings, onLine: () => undefined }
  const server = await startNats(plan)
  t.teardown(server.stop)
  const { config } = (await (await fetch(`http://127.0.0.1:${monitoring}/jsz`)).json()) as { config: Record<string, unknown> }
  return { every: config.sync_interval, always: config.sync_always === true }
}

const SECOND = 1_000_000_000

t.test(
  `given nats-server ${version}, when it is started with a time of flushing, then it has it, or the start is refused`,
  async (t) => {
    if (!hasSetting) {
      const message =
        /^nats-server: v2\.9\.\d+ has no setting for when it flushes its files: .*OMS_NATS_SYNC_INTERVAL.*OMS_NATS_SERVER/
      for (const time of ['always', '10s']) await t.rejects(flushing(t, time), { name: 'StartError', message })
      return
    }
    t.same(await flushing(t, undefined), { every: 120 * SECOND, always: false })
    t.same(await flushing(t, '10s'), { every: 10 * SECOND, always: false })
    t.match(await flushing(t, 'always'), { always: true })
  },
)

t.test(
  'given a time of flushing that is none, when a server is started with it, then the start fails with the reason',
  async (t) => {
    const message = hasSetting ? /nats-server ended while starting:.*sometimes/s : /has no setting/
    await t.rejects(flushing(t, 'sometimes'), { name: 'StartError', message })
  },
)
