import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import { DomainError } from '@open-oms/contracts/errors'
import { type HeldRights, heldRights, type Permission, permissions, type RefundLimit } from '@open-oms/contracts/permissions'
import type { Caller } from './caller.ts'

/** The payload of a verified token; other issuers put into it what they like. */
export type TokenClaims = {
  exp: number
  jti?: unknown
  sub?: string
  client_id?: unknown
  roles?: unknown
  scope?: unknown
  storeIds?: unknown
  person?: unknown
  name?: unknown
  sid?: unknown
  oms_until?: unknown
  oms_confirmed_until?: unknown
  oms_permissions?: unknown
  oms_refund_limits?: unknown
}

function claimTexts(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((item) => typeof item === 'string')
  return typeof claim === 'string' ? [claim] : []
}

/**
 * What the names of roles in `roles`, else `scope`, give; blanks inside of a name do not
 * count: `Order Admin` is `OrderAdmin` (security.md#roles).
 */
function claimedRights(claims: TokenClaims, named: readonly NamedRole[]): HeldRights {
  // Another issuer's scope may be what was asked for, which is more than was granted in `roles`.
  const hasRoles = claims.roles !== undefined && claims.roles !== null
  const names = hasRoles ? claimTexts(claims.roles) : claimTexts(claims.scope).flatMap((scope) => scope.split(/\s+/))
  const held = names.map((name) => name.replace(/\s+/g, ''))
  return { ...heldRights(held, named), ...grantedRights(claims) }
}

/** What the gateway says in its tokens that roles of the configuration give. */
function grantedRights({ oms_permissions: given, oms_refund_limits: limits }: TokenClaims): Partial<HeldRights> {
  if (given === undefined) return {}
  const names = claimTexts(given)
  const held = permissions.filter((permission: Permission) => names.includes(permission))
  return { permissions: held, ...(Array.isArray(limits) ? { refundLimits: limits as RefundLimit[] } : {}) }
}

/**
 * Returns who sends a request, by the claims of its token (security.md#roles). Raises
 * `Unauthorized` when they name no client.
 */
export function toCaller(claims: TokenClaims, named: readonly NamedRole[]): Caller {
  const clientId = typeof claims.client_id === 'string' ? claims.client_id : claims.sub
  if (!clientId) throw new DomainError('Unauthorized', 'The token names no client.')
  const storeIds = claims.storeIds === undefined || claims.storeIds === null ? null : claimTexts(claims.storeIds)
  return {
    clientId,
    ...claimedRights(claims, named),
    storeIds,
    actor: claims.sub ?? clientId,
    isPerson: claims.person === true,
    ...(typeof claims.jti === 'string' ? { tokenId: claims.jti } : {}),
    ...(claims.person === true && typeof claims.name === 'string' ? { displayName: claims.name } : {}),
    ...(typeof claims.sid === 'string' ? { session: claims.sid } : {}),
    ...(typeof claims.oms_confirmed_until === 'number' ? { confirmedUntil: claims.oms_confirmed_until * 1_000 } : {}),
    // A service token ends before what it was made for.
    expiresAt: (typeof claims.oms_until === 'number' ? claims.oms_until : claims.exp) * 1_000,
  }
}
