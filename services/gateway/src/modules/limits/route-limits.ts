import { type RateLimitRule, routeRateLimits } from '@oms/contracts/rate-limits'
import type { RouteContract } from '@oms/contracts/route'
import type { BucketPolicy } from './token-bucket.ts'

/** A limit of some routes beside the one of the client: who it counts, and how much it allows. */
export type RouteLimit = { name: string; per: RateLimitRule['per']; policy: BucketPolicy }

/** The limit that a route has beside its client's; null for most. */
export function limitOfRoute({ rateLimit: name }: Pick<RouteContract, 'rateLimit'>): RouteLimit | null {
  if (name === undefined || name === 'uncounted') return null
  const { per, requests, seconds } = routeRateLimits[name]
  return { name, per, policy: { capacity: requests, refill: requests, periodMs: seconds * 1_000 } }
}
