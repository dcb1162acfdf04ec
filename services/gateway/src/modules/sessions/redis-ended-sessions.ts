import { DomainError } from '@oms/contracts/errors'
import { Redis } from 'ioredis'
import type { EndedSessions } from './ended-sessions.ts'

type Log = { warn(details: object, message: string): void; info(message: string): void }

export type RedisEndedSessionsOptions = {
  url: string
  /** Longest time that a session lasts: what is kept is forgotten after it. */
  lifetimeMs: number
  /** The sessions that this process itself has ended; asked too. */
  own: EndedSessions
  log: Log
  /** Longest wait for Redis; 250 ms when absent. */
  responseWithinMs?: number
}

const KEY_PREFIX = 'oms:session:'
const RESPONSE_WITHIN_MS = 250

/**
 * Ended sessions in Redis, known to all gateways (REDIS_URL; security.md#sessions). While Redis is away, sessions go on and those that
 * this process has ended itself are refused; signing out is `Unavailable`, because it could not be relied on.
 */
export function createRedisEndedSessions(options: RedisEndedSessionsOptions): EndedSessions & { close(): void } {
  const { url, lifetimeMs, own, log, responseWithinMs = RESPONSE_WITHIN_MS } = options
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: responseWithinMs,
    keyPrefix: KEY_PREFIX,
  })
  let isResponding = true

  function note(failure: Error | null): void {
    if (isResponding === (failure === null)) return
    isResponding = failure === null
    if (failure === null) log.info('Redis responds again; ended sessions are known to all instances.')
    else log.warn({ err: failure }, 'Redis does not respond; sessions that other instances have ended are not known.')
  }
  // Without a listener ioredis writes every failed attempt to the console.
  redis.on('error', (failure: Error) => note(failure))

  async function keep(key: string, value: string): Promise<void> {
    try {
      await redis.set(key, value, 'PX', lifetimeMs)
      note(null)
    } catch (cause) {
      note(cause as Error)
      throw new DomainError('Unavailable', 'The sign-out could not be published to all gateways. Try again.', { cause })
    }
  }

  return {
    async isEnded(session) {
      if (await own.isEnded(session)) return true
      try {
        const [ended, before] = await redis.mget(`ended:${session.id}`, `before:${session.userName}`)
        note(null)
        return typeof ended === 'string' || session.signedInAt <= Number(before ?? -1)
      } catch (failure) {
        note(failure as Error)
        return false
      }
    },
    async end(session) {
      await keep(`ended:${session.id}`, '1')
      await own.end(session)
    },
    async endAll(userName, now) {
      await keep(`before:${userName}`, String(now))
      await own.endAll(userName, now)
    },
    close: () => redis.disconnect(),
  }
}
