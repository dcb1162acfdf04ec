import { setTimeout as sleep } from 'node:timers/promises'
import { startTemporaryNats, type TemporaryNats } from '@oms/local-servers/temporary-nats'
import pino from 'pino'
import { connectNats, type Nats } from '../events/connect-nats.ts'
import type { Teardown } from './test-database.ts'

export type TestEvents = { server: TemporaryNats; nats: Nats }

/**
 * A nats-server of its own for a test, with the streams, and a connection to it. Of its own because streams and durable
 * consumers are named by their contracts: tests that run at once would take each other's events. It starts in a moment.
 */
export async function testEvents(t: Teardown): Promise<TestEvents> {
  const server = await startTemporaryNats()
  t.teardown(() => server.remove())
  const nats = await connectNats({ url: server.url, log: pino({ level: 'silent' }) })
  t.teardown(() => nats.close())
  return { server, nats }
}

/** Waits until the check answers something other than undefined or false, and answers that; throws after 15 s. */
export async function eventually<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  ms = 15_000,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`Within ${ms} ms it did not happen that ${what}`)
    await sleep(20)
  }
}
