import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Role, usableRoles } from '@open-oms/contracts/access'
import { SERVICE_TOKEN_ISSUER, SERVICE_TOKEN_SECONDS, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import type { RouteContract } from '@open-oms/contracts/route'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { SignJWT } from 'jose'
import type { KeyRing, SigningKey } from './key-ring.ts'

/** So much of its life is left when a request is sent on with a token. */
const LEFT_MIN_SECONDS = 30
/**
 * How long something that a session started, such as a stream, continues without checking the
 * session again.
 */
const SESSION_GRANT_SECONDS = 300

/** The token with which a request of a caller is sent on; a promise when it has to be signed. */
export type TokenForRoute = (caller: Caller) => string | Promise<string>

export type ServiceTokens = {
  /** Makes what signs the tokens of a route of a service. */
  forRoute(service: string, contract: RouteContract): TokenForRoute
}

type CachedToken = { token: string | Promise<string>; kid: string; reusedUntil: number }

/** A program may name another author; a person may not. */
function personClaims({ isPerson, displayName, session, confirmedUntil }: Caller) {
  if (isPerson !== true) return {}
  return {
    person: true,
    ...(displayName === undefined ? {} : { name: displayName }),
    sid: session,
    ...(confirmedUntil === undefined ? {} : { oms_confirmed_until: Math.floor(confirmedUntil / 1_000) }),
  }
}

/** What roles of the configuration give; nothing of who has roles of the interface alone. */
function grantClaims({ permissions, refundLimits }: Caller) {
  return {
    ...(permissions === undefined ? {} : { oms_permissions: permissions }),
    ...(refundLimits === undefined ? {} : { oms_refund_limits: refundLimits }),
  }
}

/**
 * Signs the tokens with which requests are sent on (security.md#service-tokens): for one service,
 * with the roles that the route can use, the stores of the caller, for a minute. Routes that can
 * use the same roles share the token of a caller, for half of its life. Nothing that a caller sent
 * reaches a service as a credential.
 */
export function createServiceTokens({ keyRing, now }: { keyRing: () => KeyRing; now: () => number }): ServiceTokens {
  // A verified caller is the same object until its token is checked again.
  const signedOf = new WeakMap<Caller, Map<string, CachedToken>>()
  const keys = new WeakMap<SigningKey, KeyObject>()

  function privateKeyFor(signing: SigningKey): KeyObject {
    const known = keys.get(signing) ?? createPrivateKey(signing.privateKey)
    keys.set(signing, known)
    return known
  }

  function sign(
    caller: Caller,
    { service, roles }: { service: string; roles: readonly Role[] },
    seconds: number,
  ): Promise<string> {
    const { clientId, actor, storeIds, expiresAt } = caller
    const { signing } = keyRing()
    const claims = {
      client_id: clientId,
      roles,
      ...grantClaims(caller),
      // Without the claim a token is good for all stores, so an empty list must not become one.
      ...(storeIds === null ? {} : { storeIds }),
      ...personClaims(caller),
      oms_until: expiresAt === undefined ? seconds + SESSION_GRANT_SECONDS : Math.floor(expiresAt / 1_000),
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: 'at+jwt' })
      .setIssuer(SERVICE_TOKEN_ISSUER)
      .setAudience(serviceTokenAudience(service))
      .setSubject(actor)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + SERVICE_TOKEN_SECONDS)
      .sign(privateKeyFor(signing))
  }

  return {
    forRoute(service, contract) {
      const { access, optionalRoles = [] } = contract
      const group = [service, ...access, '+', ...optionalRoles].join(' ')
      return (caller) => {
        const seconds = Math.floor(now() / 1_000)
        const signed = signedOf.get(caller) ?? new Map<string, CachedToken>()
        const known = signed.get(group)
        const { kid } = keyRing().signing
        if (known !== undefined && known.kid === kid && known.reusedUntil > seconds) return known.token
        const token = sign(caller, { service, roles: usableRoles(caller.roles, contract) }, seconds)
        const made: CachedToken = { token, kid, reusedUntil: seconds + SERVICE_TOKEN_SECONDS - LEFT_MIN_SECONDS }
        signed.set(group, made)
        signedOf.set(caller, signed)
        return token.then((text) => {
          // From then on requests need not wait for a promise.
          made.token = text
          return text
        })
      }
    },
  }
}
