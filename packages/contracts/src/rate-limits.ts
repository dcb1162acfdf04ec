/**
 * A limit that some routes have beside the one of the client: whom it counts, and how many requests
 * it allows in what time. With `counts` only requests that fail are counted (4xx).
 */
export type RateLimitRule = { per: 'client' | 'address'; counts?: 'failures'; requests: number; seconds: number }

/**
 * The limits of single routes by name (security.md#rate-limits). Both token routes draw on one
 * bucket.
 */
export const routeRateLimits = {
  pdf: { per: 'client', requests: 60, seconds: 60 },
  templates: { per: 'client', requests: 30, seconds: 60 },
  scroll: { per: 'client', requests: 10, seconds: 1 },
  token: { per: 'address', counts: 'failures', requests: 60, seconds: 60 },
  'sign-in': { per: 'address', counts: 'failures', requests: 20, seconds: 60 },
  'secret-key': { per: 'address', counts: 'failures', requests: 60, seconds: 60 },
} as const satisfies Record<string, RateLimitRule>

export type RouteRateLimit = keyof typeof routeRateLimits
