import type { IncomingHttpHeaders } from 'node:http'
import { endSession, findSession, knownSession, type SessionDeps, writtenCookie } from '../sessions/sessions.ts'
import type { KnownProvider } from '../sessions/sign-in-methods.ts'
import type { Attempt } from './attempt.ts'
import { beginProviderSession } from './begin-provider-session.ts'
import type { IdTokenCookie } from './id-token-cookie.ts'
import type { ConnectProvider } from './provider-connections.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Browsers refuse a cookie of more than 4,096 bytes. */
const COOKIE_LENGTH_MAX = 4_000

type Deps = SessionDeps & { connectProvider: ConnectProvider; idTokens: IdTokenCookie }

type Return = { provider: KnownProvider; callback: URL; headers: IncomingHttpHeaders }

/**
 * Begins the session of the person with whom the provider has led the browser back, and ends the
 * one that the request came with. Returns the values of `Set-Cookie`. Raises `SignInFailure`, and
 * `Unavailable` as signing out does.
 */
export async function finishAttempt(deps: Deps, attempt: Attempt, { provider, callback, headers }: Return): Promise<string[]> {
  const { keyRing, limits } = deps
  // Before anything is sent: the code would be that of the other provider (RFC 9207).
  if (attempt.issuer !== provider.issuer) throw new SignInFailure('Failed', 'the attempt was begun with another provider')
  const connection = await deps.connectProvider(provider)
  const { idToken, ...said } = await connection.finish(callback, attempt, provider.settings.readsUserInfo)
  const sealed = beginProviderSession(deps, provider, said)
  if (await deps.ended.isEnded(knownSession(sealed)))
    throw new SignInFailure('Expired', 'the session at the provider is over by now')
  const cookie = await writtenCookie(deps, sealed)
  if (cookie.length > COOKIE_LENGTH_MAX)
    throw new SignInFailure('TooManyStores', 'the stores of the claims do not fit into a cookie')
  const former = await findSession(deps, headers)
  if (former !== null) await endSession(deps, former, false)
  const signedInAt = { issuer: provider.issuer, idToken }
  return [cookie, await deps.idTokens.write(keyRing(), signedInAt, Math.ceil(limits.lifetimeMs / 1_000))]
}
