import fastifyJwt, { type JWT } from '@fastify/jwt'
import { isAllowed } from '@open-oms/contracts/access'
import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import { type Caller, requirePermission } from './caller.ts'
import { dropOldest } from './drop-oldest.ts'
import { ALGORITHMS, type FindKey, type KeyHint } from './issuer-keys.ts'
import { type TokenClaims, toCaller } from './token-caller.ts'

/** How the tokens of callers are verified; and signed, on the server that issues them. */
export type TokenRules = {
  issuer: string
  audience: string
  publicKey: FindKey
  /** The roles of the configuration that tokens may name; none by default. */
  namedRoles?: () => readonly NamedRole[]
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
const NO_ROLES: readonly NamedRole[] = []
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
function rememberingAuthenticate(toleranceMs: number, namedRoles: () => readonly NamedRole[]): Authenticate {
  // A caller is that of the roles that were configured when its token was looked at.
  const remembered = new Map<string, { caller: Caller; until: number; named: readonly NamedRole[] }>()

  async function verifyAndRemember(request: FastifyRequest, token: string): Promise<Caller> {
    const claims = await verifiedClaims(request, toleranceMs)
    const named = namedRoles()
    const caller = toCaller(claims, named)
    remembered.set(token, { caller, named, until: Math.min(claims.exp * 1000 + toleranceMs, Date.now() + REMEMBERED_MS) })
    dropOldest(remembered, REMEMBERED_MAX)
    return caller
  }

  return (request) => {
    // The token and not the header is the key: one token in many spellings would push the others
    // out.
    const token = bearerToken(request)
    const known = remembered.get(token)
    if (known === undefined) return verifyAndRemember(request, token)
    remembered.delete(token)
    if (known.until <= Date.now() || known.named !== namedRoles()) return verifyAndRemember(request, token)
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
  app.decorate('authenticate', rememberingAuthenticate(toleranceMs, rules.namedRoles ?? (() => NO_ROLES)))
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

function requireRights(caller: Caller, { access, permission }: RouteAccess): void {
  if (access !== 'public' && !isAllowed(caller.roles, access)) {
    throw new DomainError('Forbidden', `This needs one of the roles ${access.join(', ')}.`)
  }
  if (permission !== undefined) requirePermission(caller, permission)
}

type RouteAccess = Pick<RouteContract, 'access' | 'permission'>

/**
 * The `onRequest` hook of a route: the body is neither read nor parsed before the token, the role
 * and the permission are found good.
 */
export function accessCheck(app: FastifyInstance, contract: RouteAccess) {
  if (contract.access === 'public') return []
  invariant(app.hasDecorator('authenticate'), 'a route asks for roles but the server verifies no tokens')
  const admit = (request: FastifyRequest, caller: Caller) => {
    // First, so that the refusal is known to be of this caller.
    request.caller = caller
    requireRights(caller, contract)
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
