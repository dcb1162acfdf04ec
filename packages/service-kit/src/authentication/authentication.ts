import fastifyJwt, { type JWT } from '@fastify/jwt'
import { type Access, isAllowed, type Role, roles } from '@oms/contracts/access'
import { DomainError, invariant } from '@oms/contracts/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from './caller.ts'
import { ALGORITHMS, type FindKey, type KeyHint } from './issuer-keys.ts'

/** How the tokens of callers are verified; and signed, on the server that issues them. */
export type TokenRules = {
  issuer: string
  audience: string
  publicKey: FindKey
  /** How far the clocks of issuer and verifier may differ; 0 by default. */
  toleranceSeconds?: number
  /** Gives the key, in PEM, that `app.jwt.sign` signs with. Absent where no tokens are issued. */
  privateKey?: () => Promise<string>
}

/** Signs tokens: `app.jwt` of a server with a private key. */
export type TokenSigner = Pick<JWT, 'sign'>

/**
 * Returns the caller of a request, synchronously when its token was verified before. Raises
 * `Unauthorized`, and `Unavailable` when the issuer's keys cannot be had.
 */
export type Authenticate = (request: FastifyRequest) => Caller | Promise<Caller>

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyInstance {
    /** Only on servers with token rules. */
    authenticate: Authenticate
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyRequest {
    /** Null before the token is checked and on public routes. */
    caller: Caller | null
  }
}

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i
/** RFC 9068, section 4, and those of issuers that state no more than a JWT. */
const ACCESS_TOKEN_TYPES = /^(application\/)?(at\+)?jwt$/i
const REMEMBERED_MAX = 5_000
/** A verified token is looked at again after this time, so that a withdrawn key counts. */
const REMEMBERED_MS = 5 * 60_000

function unauthorized(message: string): DomainError {
  return new DomainError('Unauthorized', message)
}

function bearerToken({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined) throw unauthorized('A bearer token is required.')
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized('The Authorization header must be "Bearer" and a token.')
  return token
}

/**
 * What the plugin and its JWT library raise, in our words. They name the claim in their message
 * alone.
 */
function tokenError(error: unknown): unknown {
  const { code = '', message } = error as Error & { code?: string }
  if (!/^FA?ST_JWT_/.test(code)) return error
  if (code === 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED') return unauthorized('The token has expired.')
  const claim = code === 'FAST_JWT_INACTIVE' ? 'nbf' : /\b(\w+) claim\b/.exec(message)?.[1]
  return unauthorized(claim === undefined ? 'The token is not valid.' : `The token's claim "${claim}" does not fit.`)
}

async function verifiedClaims(request: FastifyRequest, toleranceMs: number): Promise<TokenClaims> {
  try {
    const claims = await request.jwtVerify<TokenClaims>()
    // A token ends at its `exp`; the library still accepts a token at that very instant (RFC 7519,
    // section 4.1.4).
    if (claims.exp * 1000 + toleranceMs <= Date.now()) throw unauthorized('The token has expired.')
    return claims
  } catch (error) {
    throw tokenError(error)
  }
}

/**
 * Remembers verified tokens: their next request costs a look-up and no signature. `@fastify/jwt`
 * decodes and hashes the token before its own cache finds it, which takes ten times as long.
 */
function rememberingAuthenticate(toleranceMs: number): Authenticate {
  const remembered = new Map<string, { caller: Caller; until: number }>()

  async function verifyAndRemember(request: FastifyRequest, token: string): Promise<Caller> {
    const claims = await verifiedClaims(request, toleranceMs)
    const caller = toCaller(claims)
    remembered.set(token, { caller, until: Math.min(claims.exp * 1000 + toleranceMs, Date.now() + REMEMBERED_MS) })
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    return caller
  }

  return (request) => {
    // The token and not the header is the key: one token in many spellings would push the others
    // out.
    const token = bearerToken(request)
    const known = remembered.get(token)
    if (known === undefined) return verifyAndRemember(request, token)
    remembered.delete(token)
    if (known.until <= Date.now()) return verifyAndRemember(request, token)
    // Setting it again makes it the youngest: the map forgets the oldest first.
    remembered.set(token, known)
    return known.caller
  }
}

async function verifyTokens(app: FastifyInstance, rules: TokenRules): Promise<void> {
  const { issuer, audience, publicKey, privateKey } = rules
  const toleranceMs = (rules.toleranceSeconds ?? 0) * 1_000
  const findKey = async (_request: FastifyRequest, token: unknown) => {
    const { header } = token as { header: KeyHint & { typ?: unknown } }
    if (!ACCESS_TOKEN_TYPES.test(String(header.typ ?? 'JWT'))) throw unauthorized('The token is of another type.')
    return publicKey(header)
  }
  await app.register(fastifyJwt, {
    secret: { public: findKey, ...(privateKey === undefined ? {} : { private: privateKey }) },
    // With the header, which names the key.
    decode: { complete: true },
    verify: {
      algorithms: ALGORITHMS as ('EdDSA' | 'ES256')[],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['exp', 'iss', 'aud'],
      clockTolerance: toleranceMs,
      extractToken: bearerToken,
    },
  })
  app.decorate('authenticate', rememberingAuthenticate(toleranceMs))
}

/**
 * Verifies the tokens of callers (security.md#signatures, security.md#roles): EdDSA or ES256;
 * issuer, audience and times. `null`: public routes only.
 */
export const authentication = fp<{ tokens: TokenRules | null }>(
  async (app, { tokens }) => {
    app.decorateRequest('caller', null)
    if (tokens !== null) await verifyTokens(app, tokens)
  },
  { name: 'authentication', fastify: '5.x' },
)

function requireRole(caller: Caller, access: Access): void {
  if (access !== 'public' && !isAllowed(caller.roles, access)) {
    throw new DomainError('Forbidden', `This needs one of the roles ${access.join(', ')}.`)
  }
}

/**
 * The `onRequest` hook of a route: the body is neither read nor parsed before the token and the
 * role are found good.
 */
export function accessCheck(app: FastifyInstance, access: Access) {
  if (access === 'public') return []
  invariant(app.hasDecorator('authenticate'), 'a route asks for roles but the server verifies no tokens')
  const admit = (request: FastifyRequest, caller: Caller) => {
    requireRole(caller, access)
    request.caller = caller
  }
  return [
    (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
      // A session may have said already who sends the request.
      const found = request.caller ?? app.authenticate(request)
      if (!(found instanceof Promise)) {
        admit(request, found)
        return done()
      }
      found.then((caller) => admit(request, caller)).then(() => done(), done)
    },
  ]
}

/** The payload of a verified token; other issuers put into it what they like. */
type TokenClaims = {
  exp: number
  jti?: unknown
  sub?: string
  client_id?: unknown
  roles?: unknown
  scope?: unknown
  storeIds?: unknown
  person?: unknown
  name?: unknown
  oms_until?: unknown
}

function claimTexts(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((item) => typeof item === 'string')
  return typeof claim === 'string' ? [claim] : []
}

/**
 * Roles from `roles`, else `scope`; blanks inside of a name do not count: `Order Admin` is
 * `OrderAdmin` (security.md#roles).
 */
function claimedRoles(claims: TokenClaims): Role[] {
  // Another issuer's scope may be what was asked for, which is more than was granted in `roles`.
  const hasRoles = claims.roles !== undefined && claims.roles !== null
  const names = hasRoles ? claimTexts(claims.roles) : claimTexts(claims.scope).flatMap((scope) => scope.split(/\s+/))
  const held = new Set(names.map((name) => name.replace(/\s+/g, '')))
  return roles.filter((role) => held.has(role))
}

/**
 * Returns who sends a request, by the claims of its token (security.md#roles). Raises
 * `Unauthorized` when they name no client.
 */
function toCaller(claims: TokenClaims): Caller {
  const clientId = typeof claims.client_id === 'string' ? claims.client_id : claims.sub
  if (!clientId) throw new DomainError('Unauthorized', 'The token names no client.')
  const storeIds = claims.storeIds === undefined || claims.storeIds === null ? null : claimTexts(claims.storeIds)
  return {
    clientId,
    roles: claimedRoles(claims),
    storeIds,
    actor: claims.sub ?? clientId,
    isPerson: claims.person === true,
    ...(typeof claims.jti === 'string' ? { tokenId: claims.jti } : {}),
    ...(claims.person === true && typeof claims.name === 'string' ? { displayName: claims.name } : {}),
    // A service token ends before what it was made for.
    expiresAt: (typeof claims.oms_until === 'number' ? claims.oms_until : claims.exp) * 1_000,
  }
}
