import formBody from '@fastify/formbody'
import { roles } from '@open-oms/contracts/access'
import type { AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { errorStatus } from '@open-oms/contracts/errors'
import * as contracts from '@open-oms/contracts/gateway/routes'
import type { OAuthTokenRequest, TokenRequest } from '@open-oms/contracts/gateway/token'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import { asDomainError, respondWithError } from '@open-oms/service-kit/http/error-handler'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { type KitDeps, register } from '@open-oms/service-kit/server/register-route'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import type { NameOf } from '../limits/slow-failures.ts'
import { namedClient } from './check-assertion.ts'
import { createOAuthToken, type OAuthRefusal, readBasic } from './create-oauth-token.ts'
import { createToken, type TokenDeps } from './create-token.ts'
import { type RevocationDeps, revokeToken } from './revoke-token.ts'
import type { TokenIssuer } from './sign-token.ts'

export type TokenRouteDeps = KitDeps &
  TokenDeps &
  RevocationDeps & {
    /** Counts failed token requests by address. */
    limit: onRequestAsyncHookHandler
    /** Makes the hook that slows down attempts after too many failures. */
    brake: (nameOf: NameOf) => preHandlerAsyncHookHandler
    audit: AuditTrail
    /** Whether there is a client of this id. */
    isClient: (clientId: string) => boolean
    /** The address that clients reach the gateway at. */
    publicUrl: string
  }

/** Nobody may cache a response with a token (RFC 6749, section 5.1). */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
/** Verifiers may keep the keys for five minutes; a key is published an hour before it signs. */
const KEYS_MAX_AGE = { 'cache-control': 'public, max-age=300' }

/** Puts the built-in token issuer on the server (security.md#tokens, security.md#signatures). */
export function registerTokens(app: FastifyInstance, deps: TokenRouteDeps): void {
  const issuing: FastifyPluginAsync = async (scope) => {
    await scope.register(formBody)
    scope.addHook('onRequest', deps.limit)
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(NO_STORE))
    scope.addHook('preHandler', deps.brake(readClientId))
    register(scope, deps, contracts.createToken, async (deps, { query, body, address, origin }) => {
      const clientId = body?.clientId ?? query.clientId ?? ''
      const { token, isJsonWanted } = await recordThrown(deps, { clientId, origin }, createToken(deps, { query, body, address }))
      await recordToken(deps, origin(), { clientId, error: null })
      if (isJsonWanted) return { body: token }
      return { body: token.accessToken, headers: { 'content-type': 'text/plain; charset=utf-8' } }
    })
    const byOAuth: FastifyPluginAsync = async (oauth) => {
      oauth.setErrorHandler(sendInvalidRequest)
      register(oauth, deps, contracts.createOAuthToken, async (deps, { body, headers, address, traceId, origin }) => {
        const sender = { authorization: headers.authorization, address }
        const clientId = statedClient(body, headers.authorization)
        const outcome = await recordThrown(deps, { clientId, origin }, createOAuthToken(deps, body ?? {}, sender))
        await recordToken(deps, origin(), { clientId, error: 'error' in outcome ? outcome.error : null })
        return 'error' in outcome ? refused(outcome, traceId) : { body: outcome }
      })
      register(oauth, deps, contracts.revokeToken, async (deps, { body, headers, address, traceId, origin }) => {
        const sender = { authorization: headers.authorization, address }
        const clientId = statedClient(body, headers.authorization)
        const outcome = await recordThrown(deps, { clientId, origin }, revokeToken(deps, body ?? {}, sender))
        const error = 'error' in outcome ? outcome.error : null
        const token = 'error' in outcome ? null : outcome.tokenId
        await recordToken(deps, origin(), { clientId, error, act: 'TokenRevoked', details: { token } })
        return 'error' in outcome ? refused(outcome, traceId) : {}
      })
    }
    scope.register(byOAuth)
  }
  app.register(issuing)
  register(app, deps, contracts.getIssuerMetadata, async ({ issuer, publicUrl, keyRing }) => ({
    body: issuerMetadata({ issuer, publicUrl, keyRing }),
    headers: KEYS_MAX_AGE,
  }))
}

function refused({ status, error, message }: OAuthRefusal, traceId: string): RouteResponse {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="oauth/token"' } : {}
  return { status, headers: challenge, body: oauthError(error, message, traceId) }
}

/** Publishes the keys of tokens: the services check by them what the gateway sends on. */
export function registerKeys(app: FastifyInstance, deps: KitDeps & Pick<TokenIssuer, 'keyRing'>): void {
  register(app, deps, contracts.getKeySet, async ({ keyRing }) => ({
    body: { keys: keyRing().published },
    headers: KEYS_MAX_AGE,
  }))
}

/** The client that an OAuth request says it is of; empty when it names none. */
function statedClient(body: Partial<OAuthTokenRequest> | undefined, authorization: string | undefined): string {
  const basic = readBasic(authorization ?? '')?.clientId
  return basic ?? body?.client_id ?? namedClient(body?.client_assertion ?? '') ?? ''
}

type RecordingDeps = Pick<TokenRouteDeps, 'audit' | 'isClient'>

async function recordThrown<T>(
  deps: RecordingDeps,
  { clientId, origin }: { clientId: string; origin: () => AuditOrigin },
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer
  } catch (error) {
    await recordToken(deps, origin(), { clientId, error: asDomainError(error).code })
    throw error
  }
}

type TokenAct = { clientId: string; error: string | null; act?: 'TokenRevoked'; details?: { token: string | null } }

/** Records a token that was issued or revoked, or refused to a client that there is. */
async function recordToken(
  { audit, isClient }: RecordingDeps,
  origin: AuditOrigin,
  { clientId, error, act, details = { token: null } }: TokenAct,
): Promise<void> {
  const client = isClient(clientId) ? clientId : null
  const known = { ...origin, actorKind: 'Client' as const, actor: client, clientId: client }
  const entry =
    error === null
      ? auditEntry('gateway', known, { act: act ?? 'TokenIssued', details })
      : auditEntry('gateway', origin, {
          act: 'TokenRefused',
          outcome: 'Refused',
          details: { name: client, error, revoking: act === undefined ? null : true },
        })
  await audit.record(entry)
}

/** The client whose secret a token request has; empty when it names none. */
function readClientId({ body, query, headers }: FastifyRequest): string {
  const given = { ...(query as TokenRequest), ...(body as (TokenRequest & OAuthTokenRequest) | undefined) }
  const basic = headers.authorization === undefined ? null : readBasic(headers.authorization)
  return basic?.clientId ?? given.client_id ?? given.clientId ?? ''
}

function issuerMetadata({ issuer, publicUrl, keyRing }: Pick<TokenRouteDeps, 'issuer' | 'publicUrl' | 'keyRing'>) {
  return {
    issuer,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    jwks_uri: `${publicUrl}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    scopes_supported: [...roles],
    // The document of OpenID Connect Discovery must have these three, though no ID token is ever
    // issued here.
    response_types_supported: ['token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keyRing().published.flatMap(({ alg }) => alg ?? []))],
  }
}

function oauthError(error: string, message: string, traceId: string) {
  return { error, error_description: message, message, errors: null, traceId }
}

/** What is wrong with the request itself is `invalid_request` in the words of RFC 6749. */
function sendInvalidRequest(failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message, details } = asDomainError(failure)
  if (errorStatus[code] !== 400) return respondWithError(failure, request, reply)
  return reply.code(400).send({ ...oauthError('invalid_request', message, request.traceId), errors: details.errors ?? null })
}
