import { eventsOfOperation } from '@oms/contracts/operation-events'
import { routeRateLimits } from '@oms/contracts/rate-limits'
import { isReadMethod, type RouteContract } from '@oms/contracts/route'
import { takesIdempotencyKey } from './openapi-headers.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/**
 * `safe`: changes nothing. `key`: an `Idempotency-Key` makes a repetition harmless. `none`: a
 * repetition is another request.
 */
function idempotencyOf(contract: RouteContract): 'safe' | 'key' | 'none' {
  if (isReadMethod(contract.method)) return contract.hasEffect === true ? 'none' : 'safe'
  return takesIdempotencyKey(contract) ? 'key' : 'none'
}

/**
 * What a request takes out of the limits of the gateway (security.md#rate-limits): one request of
 * each.
 */
function rateLimitsOf({ access, rateLimit }: RouteContract): JsonSchema[] {
  if (rateLimit === 'uncounted') return []
  const usual = { name: 'all', per: access === 'public' ? 'address' : 'client', cost: 1 }
  if (rateLimit === undefined) return [usual]
  const own = { name: rateLimit, ...routeRateLimits[rateLimit], cost: 1 }
  // A route that is counted by address has no client, so its own limit is all there is.
  return own.per === 'address' ? [own] : [own, usual]
}

/**
 * What programs may want to know of an operation and OpenAPI has no words for; made from what the
 * servers work by.
 */
export function notesOf(contract: RouteContract): JsonSchema {
  const { access, operationId } = contract
  const events = eventsOfOperation(operationId)
  return {
    'x-roles': access === 'public' ? [] : [...access],
    'x-idempotency': idempotencyOf(contract),
    'x-rate-limits': rateLimitsOf(contract),
    ...(events.length === 0 ? {} : { 'x-events': [...events] }),
  }
}
