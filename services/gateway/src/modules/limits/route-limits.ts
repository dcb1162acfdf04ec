import { type RateLimitRule, routeRateLimits } from '@open-oms/contracts/rate-limits'
import type { RouteContract } from '@open-oms/contracts/route'
import type { BucketPolicy } from './token-bucket.ts'

/** A limit of some routes beside the one of the client: who it counts, and how much it allows. */
export type RouteLimit = { name: string; per: RateLimitRule['per']; countsFailures: boolean; policy: BucketPolicy }

/** The limit that a route has beside its client's; null for most. */
export function limitOfRoute({ rateLimit: name }: Pick<RouteContract, 'rateLimit'>): RouteLimit | null {
  if (name === undefined || name === 'uncounted') return null
  const { per, counts, requests, seconds }: RateLimitRule = routeRateLimits[name]
  return {
    name,
    per,
    countsFailures: counts === 'failures',
    policy: { capacity: requests, refill: requests, periodMs: seconds * 1_000 },
  }
}
