import type { RateLimit } from '@open-oms/contracts/config/settings'
import { DomainError } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import '@open-oms/service-kit/http/server-state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'
import type { ConcurrentRequests } from './concurrent-requests.ts'
import { countFailures } from './count-failures.ts'
import type { Buckets } from './memory-buckets.ts'
import { limitOfRoute, type RouteLimit } from './route-limits.ts'
import type { BucketPolicy, Decision } from './token-bucket.ts'

export type LimitDeps = {
  buckets: Buckets
  concurrentRequests: ConcurrentRequests
  /** What a client may do: its own limits, else the tenant's. Null asks for the tenant's. */
  findRateLimit(clientId: string | null): RateLimit
}

type Bucket = { key: string; policy: BucketPolicy }

/**
 * The `onRequest` hook that counts a route's requests (security.md#rate-limits); it runs after the
 * token is checked. A caller with a token is counted by its client id, one without by its address.
 * Over a limit: `RateLimited` with `Retry-After`. Every counted response says in `RateLimit-*` how
 * much is left: of the bucket that refused, else of the one with the least left. Where only
 * failures count the request continues in any case, and `sendCounted` counts it.
 */
export function limitRequests(deps: LimitDeps, contract: RouteContract) {
  const limit = limitOfRoute(contract)
  if (limit?.countsFailures === true) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      writeHeaders(reply, await countFailures(deps.buckets, limit, request))
    }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    let tightest: Decision | null = null
    for (const { key, policy } of applicableBuckets(deps, limit, request)) {
      const decision = await deps.buckets.take(key, policy)
      if (tightest === null || decision.remaining < tightest.remaining || !decision.isAllowed) tightest = decision
      if (!decision.isAllowed) break
    }
    if (tightest !== null) writeHeaders(reply, tightest)
    if (tightest?.isAllowed === false) throw refusal(tightest.refillInMs, 'Too many requests.')
    // The service limits streams: those of a person's windows must not take the room of requests.
    if (contract.isStream !== true) enter(deps, request, reply)
  }
}

function applicableBuckets(deps: LimitDeps, limit: RouteLimit | null, request: FastifyRequest): Bucket[] {
  const clientId = request.caller?.clientId ?? null
  const who = clientId === null ? `address:${addressKey(request.ip)}` : `client:${clientId}`
  const buckets: Bucket[] = []
  if (limit !== null) {
    const counted = limit.per === 'address' ? `address:${addressKey(request.ip)}` : who
    buckets.push({ key: `${limit.name}:${counted}`, policy: limit.policy })
    // A route that is counted by address has no client, so its own limit is all there is.
    if (limit.per === 'address') return buckets
  }
  const { bucketSize, refillAmount, refillIntervalMs } = deps.findRateLimit(clientId)
  buckets.push({ key: `all:${who}`, policy: { capacity: bucketSize, refill: refillAmount, periodMs: refillIntervalMs } })
  return buckets
}

function enter({ concurrentRequests, findRateLimit }: LimitDeps, { caller }: FastifyRequest, reply: FastifyReply): void {
  if (caller === null) return
  const { clientId } = caller
  // A client that has already disconnected would never be released.
  if (reply.raw.destroyed) return
  const max = findRateLimit(clientId).concurrentMax
  if (!concurrentRequests.enter(clientId, max)) throw refusal(1_000, `More than ${max} concurrent requests.`)
  reply.raw.once('close', () => concurrentRequests.leave(clientId))
}

function refusal(waitMs: number, reason: string): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new DomainError('RateLimited', `${reason} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds })
}

function writeHeaders(reply: FastifyReply, { limit, remaining, refillInMs }: Decision): void {
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.ceil(refillInMs / 1_000))
}
