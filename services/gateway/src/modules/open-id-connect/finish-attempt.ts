import type { SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import { userNameFault } from '@open-oms/contracts/config/access/user-name'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import { providerMark } from '../sessions/ended-sessions.ts'
import { type Claims, claimValues, keptClaims, mayHaveName, providerAccess } from '../sessions/provider-claims.ts'
import type { SealedSession } from '../sessions/sealed-session.ts'
import { type Sender, signedInOrigin } from '../sessions/sender.ts'
import type { ListedDeps } from '../sessions/session-deps.ts'
import { listSession } from '../sessions/session-list.ts'
import { beginSession, endSession, findSession, knownSession, type SessionDeps, writtenCookie } from '../sessions/sessions.ts'
import type { CurrentMethods, KnownProvider } from '../sessions/sign-in-methods.ts'
import type { Attempt } from './attempt.ts'
import type { IdTokenCookie } from './id-token-cookie.ts'
import type { ProviderResult } from './provider.ts'
import type { ConnectProvider } from './provider-connections.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Browsers refuse a cookie of more than 4,096 bytes. */
const COOKIE_LENGTH_MAX = 4_000

type Deps = SessionDeps &
  Pick<ListedDeps, 'sessionRecords'> & { connectProvider: ConnectProvider; idTokens: IdTokenCookie; audit: AuditTrail }

type Return = { provider: KnownProvider; callback: URL } & Sender

/**
 * Begins the session of the person with whom the provider has led the browser back, and ends the
 * one that the request came with. Returns the values of `Set-Cookie`. Raises `SignInFailure`, and
 * `Unavailable` as signing out does.
 */
export async function finishAttempt(deps: Deps, attempt: Attempt, { provider, callback, ...sender }: Return): Promise<string[]> {
  const { keyRing, limits } = deps
  // Before anything is sent: the code would be that of the other provider (RFC 9207).
  if (attempt.issuer !== provider.issuer) throw new SignInFailure('Failed', 'the attempt was begun with another provider')
  // A browser can keep the cookie of an attempt; its code is sent to the provider once.
  if (!(await deps.ended.endAttempt(attempt.state, deps.now())))
    throw new SignInFailure('Expired', 'the attempt was finished before')
  const connection = await deps.connectProvider(provider)
  const { idToken, ...said } = await connection.finish(callback, attempt, provider.settings.readsUserInfo)
  requireStrongSignIn(provider.settings, said.claims, deps.now())
  const sealed = beginProviderSession(deps, provider, said)
  if (await deps.ended.isEnded(knownSession(sealed)))
    throw new SignInFailure('Expired', 'the session at the provider is over by now')
  const cookie = await writtenCookie(deps, sealed)
  if (cookie.length > COOKIE_LENGTH_MAX)
    throw new SignInFailure('TooManyStores', 'the stores of the claims do not fit into a cookie')
  await listSession(deps, { sealed }, sender)
  const former = await findSession(deps, sender.headers)
  if (former !== null) await endSession(deps, former, false)
  const signedIn = { act: 'SignIn', details: { method: provider.id ?? 'provider' } } as const
  await deps.audit.record(auditEntry('gateway', signedInOrigin(sender, { sealed }), signedIn))
  const signedInAt = { issuer: provider.issuer, idToken }
  return [cookie, await deps.idTokens.write(keyRing(), signedInAt, Math.ceil(limits.lifetimeMs / 1_000))]
}

/** Clocks of the provider and of the gateway differ. */
const CLOCK_TOLERANCE_MS = 60_000
const NAME_LENGTH_MAX = 100

/**
 * Refuses people who have not signed in at the provider as the configuration asks with
 * `SignInFailure`: what was asked for is only a wish there.
 */
function requireStrongSignIn({ acrValues, amrValues, maxAgeSeconds }: SignInProvider, claims: Claims, now: number): void {
  const refuse = (claim: string) => new SignInFailure('WeakSignIn', `the claim "${claim}" is not as the configuration asks`)
  if (acrValues.length > 0 && !acrValues.includes(String(claims.acr))) throw refuse('acr')
  const methods = Array.isArray(claims.amr) ? claims.amr : []
  if (amrValues.length > 0 && !amrValues.some((wanted) => methods.includes(wanted))) throw refuse('amr')
  if (maxAgeSeconds === null) return
  const age = typeof claims.auth_time === 'number' ? now - claims.auth_time * 1_000 : Number.POSITIVE_INFINITY
  if (age > maxAgeSeconds * 1_000 + CLOCK_TOLERANCE_MS) throw refuse('auth_time')
}

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
  if (methods.passwords && (deps.users.find(userName) !== undefined || deps.users.isLookAlike(userName)))
    throw new SignInFailure('NameTaken', 'a person who signs in by password has the name, or one that looks like it')
  const claims = keptClaims(settings, methods.storeIds, all)
  refuseWithoutAccess(settings, methods, claims)
  const [displayName = userName] = claimValues(all, settings.displayNameClaim).filter(isName)
  const marks = { subject: providerMark(issuer, subject), sid: sid === null ? null : providerMark(issuer, sid) }
  const provider = { issuer, ...marks, displayName, claims }
  const sealed = beginSession(deps, { userName, passwordMark: null, provider, factors: [], isGivenPassword: false })
  // A session at the provider may be old: the sign-in is as recent as it says.
  const authTime = typeof all.auth_time === 'number' ? all.auth_time * 1_000 : sealed.confirmedAt
  return { ...sealed, confirmedAt: Math.min(sealed.confirmedAt, authTime) }
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
