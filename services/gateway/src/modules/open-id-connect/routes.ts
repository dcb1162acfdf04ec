import { DomainError } from '@oms/contracts/errors'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { findSession, PROVIDER_SIGN_IN_PATH, PROVIDER_SIGN_OUT_PATH, type SessionDeps } from '../sessions/sessions.ts'
import { type AttemptCookies, attemptCookies, beginAttempt } from './attempt.ts'
import { finishAttempt } from './finish-attempt.ts'
import { type IdTokenCookie, idTokenCookie } from './id-token-cookie.ts'
import type { Provider } from './provider.ts'
import { CONSOLE_PATH, returnAddress, withFailure } from './return-address.ts'
import { SignInFailure, type SignInFailureReason } from './sign-in-failure.ts'

/** Where the provider leads back to; it must be registered there. */
export const CALLBACK_PATH = `${PROVIDER_SIGN_IN_PATH}/callback`

export type ProviderRouteDeps = SessionDeps & {
  provider: Provider
  publicUrl: string
  /** Counts attempts to sign in by address. */
  limit: onRequestAsyncHookHandler
}

type Parts = ProviderRouteDeps & { attempts: AttemptCookies; idTokens: IdTokenCookie }

/** No `HEAD`: it would use the code up. */
const ONLY_GET = { exposeHeadRoute: false }
/** So that nothing is sent twice. */
const SEE_OTHER = 303

/**
 * Puts signing in by an OpenID Connect provider on the server, for browsers: each response leads on, and in the end to the console,
 * with the reason when it failed (security.md#openid-connect).
 */
export function registerProvider(app: FastifyInstance, deps: ProviderRouteDeps): void {
  const parts = { ...deps, attempts: attemptCookies(deps.publicUrl), idTokens: idTokenCookie(deps.publicUrl) }
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
    scope.get(PROVIDER_SIGN_IN_PATH, ONLY_GET, (request, reply) => leadToProvider(parts, request, reply))
    scope.get(CALLBACK_PATH, ONLY_GET, (request, reply) => leadBack(parts, request, reply))
    scope.get(PROVIDER_SIGN_OUT_PATH, ONLY_GET, (request, reply) => leadToSignOut(parts, request, reply))
  }
  app.register(plugin)
}

async function leadToProvider(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { returnTo, asksAgain } = request.query as Readonly<Record<string, unknown>>
  const address = returnAddress(returnTo)
  try {
    await countAttempt(parts.limit, request, reply)
    const attempt = beginAttempt(address, parts.now())
    const scopes = parts.methods().provider?.scopes ?? []
    const url = await parts.provider.signInUrl(attempt, { scopes, asksAgain: asksAgain === 'true' })
    reply.header('set-cookie', await parts.attempts.write(parts.keyRing(), attempt, request.headers))
    return reply.redirect(url.href, SEE_OTHER)
  } catch (error) {
    return reply.redirect(withFailure(address, reasonOf(request, error as Error)), SEE_OTHER)
  }
}

async function leadBack(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { publicUrl, attempts, keyRing, now } = parts
  // As the provider was given it, whatever address the gateway has behind a proxy.
  const { search } = new URL(request.raw.url ?? '', publicUrl)
  const callback = new URL(`${publicUrl}${CALLBACK_PATH}${search}`)
  const state = callback.searchParams.get('state') ?? ''
  const attempt = await attempts.read(keyRing(), request.headers, { state, now: now() })
  reply.header('set-cookie', attempts.clear(state))
  try {
    if (attempt === null) throw new SignInFailure('Expired', 'the browser has not begun it, or too long ago')
    reply.header('set-cookie', await finishAttempt(parts, attempt, { callback, headers: request.headers }))
    return reply.redirect(attempt.returnTo, SEE_OTHER)
  } catch (error) {
    const address = attempt?.returnTo ?? CONSOLE_PATH
    return reply.redirect(withFailure(address, reasonOf(request, error as Error)), SEE_OTHER)
  }
}

async function leadToSignOut(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider, idTokens, keyRing } = parts
  // Only the console ends a session; a link of another site must not take the person's sign-in at the provider away.
  if ((await findSession(parts, request.headers)) !== null) return reply.redirect(CONSOLE_PATH, SEE_OTHER)
  const idToken = await idTokens.read(keyRing(), request.headers)
  const url = await provider.signOutUrl(idToken).catch((error: Error) => {
    request.log.warn({ traceId: request.traceId }, `The session at the provider goes on: ${error.message}.`)
    return null
  })
  return reply.header('set-cookie', idTokens.clear()).redirect(url?.href ?? CONSOLE_PATH, SEE_OTHER)
}

/** Why a sign-in failed, for the console; the log has the details, and no personal data. */
function reasonOf(request: FastifyRequest, error: Error): SignInFailureReason {
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
    throw new SignInFailure('TooManyAttempts', 'too many attempts from one address')
  }
}
