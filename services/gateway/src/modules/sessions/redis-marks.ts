import { DomainError } from '@open-oms/contracts/errors'
import { openRedis } from '../limits/open-redis.ts'
import type { SessionMarks } from './session-marks.ts'

type Log = { warn(details: object, message: string): void; info(message: string): void }

export type RedisMarksOptions = {
  url: string
  /** Longest time that a session lasts: what is kept is forgotten after it. */
  lifetimeMs: number
  /** The marks that this process itself has set; read too. */
  own: SessionMarks
  log: Log
  /** Longest wait for Redis; 250 ms when absent. */
  responseWithinMs?: number | undefined
}

const KEY_PREFIX = 'oms:session:'

/**
 * Marks in Redis, known to all gateways (REDIS_URL; security.md#sessions). While Redis is
 * unreachable, sessions continue and those that this process has ended itself are refused; ending
 * one is `Unavailable`, because it could not be relied on.
 */
export function createRedisMarks(options: RedisMarksOptions): SessionMarks & { close(): void } {
  const { url, lifetimeMs, own, log, responseWithinMs } = options
  const redis = openRedis(url, KEY_PREFIX, responseWithinMs)
  let isResponding = true

  function note(failure: Error | null): void {
    if (isResponding === (failure === null)) return
    isResponding = failure === null
    if (failure === null) log.info('Redis responds again; ended sessions are known to all instances.')
    else log.warn({ err: failure }, 'Redis does not respond; sessions that other instances have ended are not known.')
  }
  // Without a listener ioredis writes every failed attempt to the console.
  redis.on('error', (failure: Error) => note(failure))

  async function publish(keys: readonly string[], at: number): Promise<void> {
    try {
      for (const key of keys) await redis.set(key, at, 'PX', lifetimeMs)
      note(null)
    } catch (cause) {
      note(cause as Error)
      throw new DomainError('Unavailable', 'The sign-out could not be published to all gateways. Try again.', { cause })
    }
  }

  return {
    since: 0,
    async read(keys) {
      const ours = await own.read(keys)
      try {
        const theirs = await redis.mget(...keys)
        note(null)
        return theirs.map((value, index) => latest(ours[index] ?? null, value))
      } catch (failure) {
        note(failure as Error)
        return ours
      }
    },
    async set(keys, at) {
      await publish(keys, at)
      await own.set(keys, at)
    },
    async setOnce(key, at) {
      if (!(await own.setOnce(key, at))) return false
      try {
        const result = await redis.set(key, at, 'PX', lifetimeMs, 'NX')
        note(null)
        return result === 'OK'
      } catch (failure) {
        // Signing in continues without Redis; only another gateway could be the second.
        note(failure as Error)
        return true
      }
    },
    close: () => redis.disconnect(),
  }
}

function latest(ours: number | null, theirs: string | null): number | null {
  return theirs === null ? ours : Math.max(ours ?? 0, Number(theirs))
}
