import { setTimeout as sleep } from 'node:timers/promises'
import { startTemporaryNats, type TemporaryNats } from '@open-oms/local-servers/temporary-nats'
import pino from 'pino'
import { connectNats, type Nats } from '../events/connect-nats.ts'
import type { Teardown } from './test-database.ts'

export type TestEvents = { server: TemporaryNats; nats: Nats }

/**
 * A nats-server of its own for a test, with the streams, and a connection to it. Of its own because
 * streams and durable consumers are named by their contracts: tests that run concurrently would
 * take each other's events. It starts in a moment. A test that restarts it while requests are on
 * their way gives a shorter time-out for responses.
 */
export async function testEvents(t: Teardown, responseTimeoutMs = 60_000): Promise<TestEvents> {
  const server = await startTemporaryNats()
  t.teardown(() => server.remove())
  const nats = await connectNats({ url: server.url, log: pino({ level: 'silent' }), responseTimeoutMs })
  t.teardown(() => nats.close())
  return { server, nats }
}

const sayAfterMs = 15_000

/**
 * Waits until the check returns something other than undefined or false, and returns that. It has
 * no end of its own, because how long a busy machine takes says nothing: the runner ends a file
 * that continues forever, and shows what was said here meanwhile.
 */
export async function eventually<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
): Promise<T> {
  const say = setInterval(() => process.stderr.write(`Still waiting until ${what}\n`), sayAfterMs)
  try {
    for (;;) {
      const found = await check()
      if (found !== undefined && found !== false) return found
      await sleep(20)
    }
  } finally {
    clearInterval(say)
  }
}
