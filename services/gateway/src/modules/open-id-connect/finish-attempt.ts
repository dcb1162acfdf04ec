import type { IncomingHttpHeaders } from 'node:http'
import { endSession, findSession, type SessionDeps, writtenCookie } from '../sessions/sessions.ts'
import type { Attempt } from './attempt.ts'
import { beginProviderSession } from './begin-provider-session.ts'
import type { IdTokenCookie } from './id-token-cookie.ts'
import type { Provider } from './provider.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Browsers refuse a cookie of more than 4,096 bytes. */
const COOKIE_LENGTH_MAX = 4_000

type Deps = SessionDeps & { provider: Provider; idTokens: IdTokenCookie }

type Return = { callback: URL; headers: IncomingHttpHeaders }

/**
 * Begins the session of the person with whom the provider has led the browser back, and ends the one that the request came with.
 * Returns the values of `Set-Cookie`. Raises `SignInFailure`, and `Unavailable` as signing out does.
 */
export async function finishAttempt(deps: Deps, attempt: Attempt, { callback, headers }: Return): Promise<string[]> {
  const { provider, keyRing, limits } = deps
  const settings = deps.methods().provider
  if (settings === null) throw new SignInFailure('Failed', 'the configuration has no provider any longer')
  const { claims, idToken } = await provider.finish(callback, attempt, settings.readsUserInfo)
  const sealed = beginProviderSession(deps, settings, { issuer: provider.issuer, claims })
  const cookie = await writtenCookie(deps, sealed)
  if (cookie.length > COOKIE_LENGTH_MAX)
    throw new SignInFailure('TooManyStores', 'the stores of the claims do not fit into a cookie')
  const former = await findSession(deps, headers)
  if (former !== null) await endSession(deps, former, false)
  return [cookie, await deps.idTokens.write(keyRing(), idToken, Math.ceil(limits.lifetimeMs / 1_000))]
}
