import type { SignInProvider } from '@oms/contracts/config/sign-in'
import { userNameFault } from '@oms/contracts/config/user-name'
import { auditEntry } from '@oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@oms/service-kit/audit/audit-trail'
import { providerMark } from '../sessions/ended-sessions.ts'
import { type Claims, claimValues, keptClaims, mayHaveName, providerAccess } from '../sessions/provider-claims.ts'
import type { SealedSession } from '../sessions/sealed-session.ts'
import { beginSession, endSession, findSession, knownSession, type SessionDeps, writtenCookie } from '../sessions/sessions.ts'
import { type SignInRequest, signedInOrigin } from '../sessions/sign-in.ts'
import type { CurrentMethods, KnownProvider } from '../sessions/sign-in-methods.ts'
import type { Attempt } from './attempt.ts'
import type { IdTokenCookie } from './id-token-cookie.ts'
import type { ProviderResult } from './provider.ts'
import type { ConnectProvider } from './provider-connections.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Browsers refuse a cookie of more than 4,096 bytes. */
const COOKIE_LENGTH_MAX = 4_000

type Deps = SessionDeps & { connectProvider: ConnectProvider; idTokens: IdTokenCookie; audit: AuditTrail }

type Return = { provider: KnownProvider; callback: URL } & SignInRequest

/**
 * Begins the session of the person with whom the provider has led the browser back, and ends the
 * one that the request came with. Returns the values of `Set-Cookie`. Raises `SignInFailure`, and
 * `Unavailable` as signing out does.
 */
export async function finishAttempt(
  deps: Deps,
  attempt: Attempt,
  { provider, callback, headers, origin }: Return,
): Promise<string[]> {
  const { keyRing, limits } = deps
  // Before anything is sent: the code would be that of the other provider (RFC 9207).
  if (attempt.issuer !== provider.issuer) throw new SignInFailure('Failed', 'the attempt was begun with another provider')
  // A browser can keep the cookie of an attempt; its code is sent to the provider once.
  if (!(await deps.ended.endAttempt(attempt.state, deps.now())))
    throw new SignInFailure('Expired', 'the attempt was finished before')
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
  const signedIn = { act: 'SignIn', details: { method: provider.id ?? 'provider' } } as const
  await deps.audit.record(auditEntry('gateway', signedInOrigin({ origin }, { sealed }), signedIn))
  const signedInAt = { issuer: provider.issuer, idToken }
  return [cookie, await deps.idTokens.write(keyRing(), signedInAt, Math.ceil(limits.lifetimeMs / 1_000))]
}

const NAME_LENGTH_MAX = 100

/**
 * Begins a session for a person of the provider. Raises `SignInFailure` when the claims have no
 * name that can be used, or when the configuration gives the person no role, or no store.
 */
function beginProviderSession(
  deps: SessionDeps,
  { issuer, settings }: KnownProvider,
  { claims: all, subject, sid }: Omit<ProviderResult, 'idToken'>,
): SealedSession {
  const methods = deps.methods()
  const userName = readUserName(settings, all)
  if (methods.clientIds.has(userName.toLowerCase()))
    throw new SignInFailure('NameTaken', 'an API client has the name of the person')
  if (methods.passwords && deps.users.find(userName) !== undefined)
    throw new SignInFailure('NameTaken', 'a person who signs in by password has the name')
  const claims = keptClaims(settings, methods.storeIds, all)
  refuseWithoutAccess(settings, methods, claims)
  const [displayName = userName] = claimValues(all, settings.displayNameClaim).filter(isName)
  const marks = { subject: providerMark(issuer, subject), sid: sid === null ? null : providerMark(issuer, sid) }
  return beginSession(deps, { userName, passwordMark: null, provider: { issuer, ...marks, displayName, claims } })
}

function readUserName(settings: SignInProvider, claims: Claims): string {
  const { userNameClaim } = settings
  const [name = ''] = claimValues(claims, userNameClaim)
  if (!isName(name))
    throw new SignInFailure('NoName', `the claim "${userNameClaim}" has no name of 1 to ${NAME_LENGTH_MAX} usual characters`)
  if (!mayHaveName(settings, name))
    throw new SignInFailure('NoName', `the claim "${userNameClaim}" ends with none of "userNameEndings"`)
  // An address that anybody can write into their account is the name of someone else.
  if (userNameClaim === 'email' && String(claims.email_verified) !== 'true')
    throw new SignInFailure('NoName', 'the provider does not say that the e-mail address is verified')
  return name
}

function isName(text: string): boolean {
  return text.length <= NAME_LENGTH_MAX && userNameFault(text) === null
}

function refuseWithoutAccess(
  provider: SignInProvider,
  { storeIds }: CurrentMethods,
  claims: ReturnType<typeof keptClaims>,
): void {
  const access = providerAccess(provider, storeIds, claims)
  if (!('refusal' in access)) return
  const what = access.refusal === 'NoRole' ? 'role' : 'store'
  throw new SignInFailure(access.refusal, `the claims give the person no ${what}`)
}
