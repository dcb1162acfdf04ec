import type { Redis } from 'ioredis'
import type { Buckets } from './memory-buckets.ts'
import { openRedis } from './open-redis.ts'
import type { BucketPolicy, Decision } from './token-bucket.ts'

type Log = { warn(details: object, message: string): void; info(message: string): void }

export type RedisBucketsOptions = {
  url: string
  /** Counts while Redis does not respond: limits hold per instance then, and no request fails. */
  fallback: Buckets
  log: Log
  /** Longest wait for Redis; 250 ms when absent. */
  responseWithinMs?: number | undefined
}

/**
 * The algorithm of `takeToken` on a hash { tokens, since }, by the clock of Redis, so that the
 * clocks of the instances do not matter. ARGV: capacity, refill, period in ms, cost (0 or 1).
 * Returns { allowed 0|1, remaining, ms until the refill }. A full bucket expires.
 */
const TAKE_SCRIPT = `
local capacity, refill, period, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local state = redis.call('HMGET', KEYS[1], 'tokens', 'since')
local tokens, since = tonumber(state[1] or capacity), tonumber(state[2] or now)
local periods = math.floor((now - since) / period)
if periods > 0 then
  tokens = math.min(capacity, tokens + periods * refill)
  since = since + periods * period
end
if tokens >= capacity then
  tokens = capacity
  since = now
end
local allowed = 0
if tokens >= 1 then
  tokens = tokens - cost
  allowed = 1
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%d', tokens), 'since', string.format('%d', since))
redis.call('PEXPIRE', KEYS[1], string.format('%d', since + math.ceil((capacity - tokens) / refill) * period - now + 1))
return { allowed, tokens, since + period - now }
`

const KEY_PREFIX = 'oms:limit:'

type ScriptedRedis = Redis & {
  takeToken(...keyAndArguments: [string, number, number, number, number]): Promise<[number, number, number]>
}

/**
 * Buckets in Redis, shared by all instances of the gateway (REDIS_URL; security.md#rate-limits).
 */
export function createRedisBuckets({ url, fallback, log, responseWithinMs }: RedisBucketsOptions): Buckets & { close(): void } {
  const redis = openRedis(url, KEY_PREFIX, responseWithinMs)
  redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE_SCRIPT })
  let isResponding = true

  function note(failure: Error | null): void {
    if (isResponding === (failure === null)) return
    isResponding = failure === null
    if (failure === null) log.info('Redis responds again; limits are shared by all instances.')
    else log.warn({ err: failure }, 'Redis does not respond; limits are counted per instance.')
  }
  // Without a listener ioredis writes every failed attempt to the console.
  redis.on('error', (failure: Error) => note(failure))

  async function take(key: string, policy: BucketPolicy, cost: 0 | 1 = 1): Promise<Decision> {
    try {
      const [allowed, remaining, refillInMs] = await (redis as ScriptedRedis).takeToken(
        key,
        policy.capacity,
        policy.refill,
        policy.periodMs,
        cost,
      )
      note(null)
      return { isAllowed: allowed === 1, limit: policy.capacity, remaining, refillInMs }
    } catch (failure) {
      note(failure as Error)
      return fallback.take(key, policy, cost)
    }
  }
  return { take, close: () => redis.disconnect() }
}
