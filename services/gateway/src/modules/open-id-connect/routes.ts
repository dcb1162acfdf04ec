import { DomainError } from '@open-oms/contracts/errors'
import { auditEntry, requestOrigin } from '@open-oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { ListedDeps } from '../sessions/session-deps.ts'
import { findSession, PROVIDER_SIGN_OUT_PATH, providerPath, type SessionDeps } from '../sessions/sessions.ts'
import type { KnownProvider } from '../sessions/sign-in-methods.ts'
import { type AttemptCookies, attemptCookies, beginAttempt } from './attempt.ts'
import { backChannelLogout } from './back-channel-logout.ts'
import { finishAttempt } from './finish-attempt.ts'
import { type IdTokenCookie, idTokenCookie, type SignedInAt } from './id-token-cookie.ts'
import { type ConnectProvider, callbackPath } from './provider-connections.ts'
import { CONSOLE_PATH, returnAddress, withFailure } from './return-address.ts'
import { SignInFailure, type SignInFailureReason } from './sign-in-failure.ts'

export type ProviderRouteDeps = SessionDeps &
  Pick<ListedDeps, 'sessionRecords'> & {
    connectProvider: ConnectProvider
    publicUrl: string
    audit: AuditTrail
    /** Counts attempts as requests without a token. */
    limit: onRequestAsyncHookHandler
  }

type Parts = ProviderRouteDeps & { attempts: AttemptCookies; idTokens: IdTokenCookie }

/** No `HEAD`: it would use the code up. */
const ONLY_GET = { exposeHeadRoute: false }
/** So that nothing is sent twice. */
const SEE_OTHER = 303

/**
 * Puts signing in by OpenID Connect providers on the server, for browsers: each response leads on,
 * and in the end to the console, with the reason when it failed (security.md#openid-connect). What
 * providers themselves send is there too.
 */
export function registerProviders(app: FastifyInstance, deps: ProviderRouteDeps): void {
  const parts = { ...deps, attempts: attemptCookies(deps.publicUrl), idTokens: idTokenCookie(deps.publicUrl) }
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
    for (const id of [null, ':id']) {
      scope.get(providerPath(id), ONLY_GET, (request, reply) => leadToProvider(parts, request, reply))
      scope.get(callbackPath(id), ONLY_GET, (request, reply) => leadBack(parts, request, reply))
    }
    scope.get(PROVIDER_SIGN_OUT_PATH, ONLY_GET, (request, reply) => leadToSignOut(parts, request, reply))
    scope.register(backChannelLogout(deps))
  }
  app.register(plugin)
}

/** The provider of an address. Raises `NotFound` when the configuration has no such. */
function findProvider({ methods }: Parts, { params }: FastifyRequest): KnownProvider {
  const { id = null } = params as { id?: string }
  const provider = methods().providers.find((known) => known.id === id)
  if (provider === undefined) throw new DomainError('NotFound', 'There is no such provider to sign in with.')
  return provider
}

async function leadToProvider(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const provider = findProvider(parts, request)
  const { returnTo, asksAgain } = request.query as Readonly<Record<string, unknown>>
  const address = returnAddress(returnTo)
  try {
    await countAttempt(parts.limit, request, reply)
    const attempt = beginAttempt(provider.issuer, address, parts.now())
    const connection = await parts.connectProvider(provider)
    const url = await connection.signInUrl(attempt, { ...provider.settings, asksAgain: asksAgain === 'true' })
    reply.header('set-cookie', await parts.attempts.write(parts.keyRing(), attempt, request.headers))
    return reply.redirect(url.href, SEE_OTHER)
  } catch (error) {
    return reply.redirect(withFailure(address, failureReason(request, error as Error)), SEE_OTHER)
  }
}

async function leadBack(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { publicUrl, attempts, keyRing, now } = parts
  const provider = findProvider(parts, request)
  // As the provider was given it, whatever address the gateway has behind a proxy.
  const { search } = new URL(request.raw.url ?? '', publicUrl)
  const callback = new URL(`${publicUrl}${callbackPath(provider.id)}${search}`)
  const state = callback.searchParams.get('state') ?? ''
  const attempt = await attempts.read(keyRing(), request.headers, { state, now: now() })
  reply.header('set-cookie', attempts.clear(state))
  try {
    if (attempt === null) throw new SignInFailure('Expired', 'the browser has not begun it, or too long ago')
    const { headers, ip: address } = request
    const sender = { headers, address, origin: () => requestOrigin(request, null) }
    reply.header('set-cookie', await finishAttempt(parts, attempt, { provider, callback, ...sender }))
    return reply.redirect(attempt.returnTo, SEE_OTHER)
  } catch (error) {
    const address = attempt?.returnTo ?? CONSOLE_PATH
    const reason = failureReason(request, error as Error)
    // An attempt that this gateway has not begun can be made up by anybody.
    const failed = {
      act: 'SignInFailed',
      outcome: 'Refused',
      details: { method: provider.id ?? 'provider', error: reason },
    } as const
    if (attempt !== null) await parts.audit.record(auditEntry('gateway', requestOrigin(request, null), failed))
    return reply.redirect(withFailure(address, reason), SEE_OTHER)
  }
}

async function leadToSignOut(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { idTokens, keyRing } = parts
  // Only the console ends a session; a link of another site must not end the person's sign-in at
  // the provider.
  if ((await findSession(parts, request.headers)) !== null) return reply.redirect(CONSOLE_PATH, SEE_OTHER)
  const signedInAt = await idTokens.read(keyRing(), request.headers)
  const url = await signOutUrl(parts, signedInAt).catch((error: Error) => {
    request.log.warn({ traceId: request.traceId }, `The session at the provider continues: ${error.message}.`)
    return null
  })
  return reply.header('set-cookie', idTokens.clear()).redirect(url?.href ?? CONSOLE_PATH, SEE_OTHER)
}

/**
 * Where the person signs out at the provider; null when they did not sign in at one, or it was
 * removed, or has no such address.
 */
async function signOutUrl({ methods, connectProvider }: Parts, signedInAt: SignedInAt | null): Promise<URL | null> {
  const provider = methods().providers.find(({ issuer }) => issuer === signedInAt?.issuer)
  if (provider === undefined) return null
  const connection = await connectProvider(provider)
  return connection.signOutUrl(signedInAt?.idToken ?? null)
}

/** Why a sign-in failed, for the console; the log has the details, and no personal data. */
function failureReason(request: FastifyRequest, error: Error): SignInFailureReason {
  const failure = error instanceof SignInFailure ? error : new SignInFailure('Failed', error.message)
  const { reason, message } = failure
  // What anybody can cause as often as they like must not fill the log.
  const level = reason === 'Expired' || reason === 'TooManyAttempts' ? 'debug' : 'warn'
  request.log[level]({ reason, traceId: request.traceId }, `A sign-in failed: ${message}.`)
  return reason
}

async function countAttempt(limit: onRequestAsyncHookHandler, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await limit.call(request.server, request, reply)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new SignInFailure('TooManyAttempts', 'too many requests from one address')
  }
}
