import type { RouteContract } from '@oms/contracts/route'
import type { BucketPolicy } from './token-bucket.ts'

/** A limit of some routes beside the one of the client: who it counts, and how much it allows. */
export type RouteLimit = { name: string; per: 'client' | 'address'; policy: BucketPolicy }

const MINUTE_MS = 60_000
const perMinute = (count: number): BucketPolicy => ({ capacity: count, refill: count, periodMs: MINUTE_MS })

const pdf: RouteLimit = { name: 'pdf', per: 'client', policy: perMinute(60) }
const scroll: RouteLimit = { name: 'scroll', per: 'client', policy: { capacity: 10, refill: 10, periodMs: 1_000 } }
const token: RouteLimit = { name: 'token', per: 'address', policy: perMinute(60) }
const secretKey: RouteLimit = { name: 'secret-key', per: 'address', policy: perMinute(60) }

/** Limits by the beginning of the path (security.md#rate-limits). Both token routes draw on one bucket. */
const routeLimits: readonly { path: string; limit: RouteLimit }[] = [
  { path: '/api/Token', limit: token },
  { path: '/oauth/token', limit: token },
  { path: '/api/Orders/secret', limit: secretKey },
  { path: '/api/Orders/GetOrderAsPdf', limit: pdf },
  { path: '/api/Orders/GetAsPdf', limit: pdf },
  { path: '/api/Orders/Scroll', limit: scroll },
]

/** The limit that a route has beside its client's; null for most. */
export function limitOfRoute({ url }: Pick<RouteContract, 'url'>): RouteLimit | null {
  const path = url.toLowerCase()
  const found = routeLimits.find((entry) => {
    const start = entry.path.toLowerCase()
    return path === start || path.startsWith(`${start}/`)
  })
  return found?.limit ?? null
}
