import { type Role, roles } from '@oms/contracts/access'
import { DomainError } from '@oms/contracts/errors'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Authenticator } from './authentication.ts'
import type { Caller } from './caller.ts'

export type TokenRules = {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  /** Milliseconds; the machine's clock unless told. */
  now?: () => number
}

type Verified = { caller: Caller; until: number }

const ALGORITHMS = ['EdDSA', 'ES256']
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i
const REMEMBERED_MAX = 5_000
/** A verified token is looked at anew after this time, so that a withdrawn key counts. */
const REMEMBERED_MS = 5 * 60_000

function textsOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((item) => typeof item === 'string')
  return typeof claim === 'string' ? [claim] : []
}

/** Roles from `roles`, else `scope`; blanks inside of a name do not count: `Order Admin` is `OrderAdmin` (4-decisions R.3). */
function rolesOf(claims: JWTPayload): Role[] {
  // Another issuer's scope may be what was asked for, which is more than was granted in `roles`.
  const hasRoles = claims.roles !== undefined && claims.roles !== null
  const names = hasRoles ? textsOf(claims.roles) : textsOf(claims.scope).flatMap((scope) => scope.split(/\s+/))
  const held = new Set(names.map((name) => name.replace(/\s+/g, '')))
  return roles.filter((role) => held.has(role))
}

function callerOf(claims: JWTPayload): Caller {
  const clientId = typeof claims.client_id === 'string' ? claims.client_id : claims.sub
  if (!clientId) throw unauthorized('The token names no client.')
  const storeIds = claims.storeIds === undefined || claims.storeIds === null ? null : textsOf(claims.storeIds)
  return { clientId, roles: rolesOf(claims), storeIds, actor: claims.sub ?? clientId }
}

function unauthorized(message: string): DomainError {
  return new DomainError('Unauthorized', message)
}

function tokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return unauthorized('The token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return unauthorized(`The token's claim "${error.claim}" does not fit.`)
  return error instanceof errors.JOSEError ? unauthorized('The token is not valid.') : error
}

async function verify(token: string, rules: TokenRules, now: number): Promise<{ caller: Caller; expires: number }> {
  try {
    const { issuer, audience, keys } = rules
    const options = { algorithms: ALGORITHMS, issuer, audience, requiredClaims: ['exp'], currentDate: new Date(now) }
    const { payload } = await jwtVerify(token, keys, options)
    return { caller: callerOf(payload), expires: (payload.exp as number) * 1000 }
  } catch (error) {
    throw tokenError(error)
  }
}

/**
 * Makes the authenticator of a service (4-decisions R.2, R.3): EdDSA or ES256, issuer, audience and times checked, and each good
 * token remembered, so that its next request costs a look-up and not a signature.
 */
export function tokenAuthenticator(rules: TokenRules): Authenticator {
  const now = rules.now ?? Date.now
  const remembered = new Map<string, Verified>()

  async function verifyAndRemember(token: string): Promise<Caller> {
    const time = now()
    const { caller, expires } = await verify(token, rules, time)
    remembered.set(token, { caller, until: Math.min(expires, time + REMEMBERED_MS) })
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    return caller
  }

  return (authorization) => {
    if (authorization === undefined) throw unauthorized('A bearer token is required.')
    // The token and not the header is the key: one token in many spellings would push the others out.
    const token = BEARER.exec(authorization)?.[1]
    if (token === undefined) throw unauthorized('The Authorization header must be "Bearer" and a token.')
    const known = remembered.get(token)
    if (known === undefined) return verifyAndRemember(token)
    remembered.delete(token)
    if (known.until <= now()) return verifyAndRemember(token)
    // Setting it again makes it the youngest: the map forgets the oldest first.
    remembered.set(token, known)
    return known.caller
  }
}
