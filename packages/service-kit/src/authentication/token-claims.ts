import { type Role, roles } from '@oms/contracts/access'
import { DomainError } from '@oms/contracts/errors'
import type { Caller } from './caller.ts'

/** The payload of a verified token; other issuers put into it what they like. */
export type TokenClaims = {
  exp: number
  sub?: string
  client_id?: unknown
  roles?: unknown
  scope?: unknown
  storeIds?: unknown
  person?: unknown
  oms_until?: unknown
}

function textsOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((item) => typeof item === 'string')
  return typeof claim === 'string' ? [claim] : []
}

/**
 * Roles from `roles`, else `scope`; blanks inside of a name do not count: `Order Admin` is
 * `OrderAdmin` (security.md#roles).
 */
function rolesOf(claims: TokenClaims): Role[] {
  // Another issuer's scope may be what was asked for, which is more than was granted in `roles`.
  const hasRoles = claims.roles !== undefined && claims.roles !== null
  const names = hasRoles ? textsOf(claims.roles) : textsOf(claims.scope).flatMap((scope) => scope.split(/\s+/))
  const held = new Set(names.map((name) => name.replace(/\s+/g, '')))
  return roles.filter((role) => held.has(role))
}

/**
 * Returns who sends a request, by the claims of its token (security.md#roles). Raises
 * `Unauthorized` when they name no client.
 */
export function callerOf(claims: TokenClaims): Caller {
  const clientId = typeof claims.client_id === 'string' ? claims.client_id : claims.sub
  if (!clientId) throw new DomainError('Unauthorized', 'The token names no client.')
  const storeIds = claims.storeIds === undefined || claims.storeIds === null ? null : textsOf(claims.storeIds)
  return {
    clientId,
    roles: rolesOf(claims),
    storeIds,
    actor: claims.sub ?? clientId,
    isPerson: claims.person === true,
    // A service token ends before what it was made for.
    expiresAt: (typeof claims.oms_until === 'number' ? claims.oms_until : claims.exp) * 1_000,
  }
}
