import type { SignInProvider } from '@oms/contracts/config/sign-in'
import { providerMark } from '../sessions/ended-sessions.ts'
import { accessOf, type Claims, claimValues, keptClaims, mayHaveName } from '../sessions/provider-claims.ts'
import type { SealedSession } from '../sessions/sealed-session.ts'
import { beginSession, type SessionDeps } from '../sessions/sessions.ts'
import type { CurrentMethods, KnownProvider } from '../sessions/sign-in-methods.ts'
import type { ProviderResult } from './provider.ts'
import { SignInFailure } from './sign-in-failure.ts'

const NAME_LENGTH_MAX = 100
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Begins a session for a person of the provider. Raises `SignInFailure` when the claims have no
 * name that can be used, or when the configuration gives the person no role, or no store.
 */
export function beginProviderSession(
  deps: SessionDeps,
  { issuer, settings }: KnownProvider,
  { claims: all, subject, sid }: Omit<ProviderResult, 'idToken'>,
): SealedSession {
  const methods = deps.methods()
  const userName = userNameOf(settings, all)
  if (methods.clientIds.has(userName.toLowerCase()))
    throw new SignInFailure('NameTaken', 'an API client has the name of the person')
  const claims = keptClaims(settings, methods.storeIds, all)
  refuseWithoutAccess(settings, methods, claims)
  const [displayName = userName] = claimValues(all, settings.displayNameClaim).filter(isName)
  const marks = { subject: providerMark(issuer, subject), sid: sid === null ? null : providerMark(issuer, sid) }
  return beginSession(deps, { userName, passwordMark: null, provider: { issuer, ...marks, displayName, claims } })
}

function userNameOf(settings: SignInProvider, claims: Claims): string {
  const { userNameClaim } = settings
  const [name = ''] = claimValues(claims, userNameClaim)
  if (!isName(name))
    throw new SignInFailure('NoName', `the claim "${userNameClaim}" has no name of 1 to ${NAME_LENGTH_MAX} characters`)
  if (!mayHaveName(settings, name))
    throw new SignInFailure('NoName', `the claim "${userNameClaim}" ends with none of "userNameEndings"`)
  // An address that anybody can write into their account is the name of somebody else.
  if (userNameClaim === 'email' && claims.email_verified === false)
    throw new SignInFailure('NoName', 'the provider says that the e-mail address is not verified')
  return name
}

function isName(text: string): boolean {
  return text !== '' && text.trim() === text && text.length <= NAME_LENGTH_MAX && !CONTROL_CHARACTERS.test(text)
}

function refuseWithoutAccess(
  provider: SignInProvider,
  { storeIds }: CurrentMethods,
  claims: ReturnType<typeof keptClaims>,
): void {
  const access = accessOf(provider, storeIds, claims)
  if (!('refusal' in access)) return
  const what = access.refusal === 'NoRole' ? 'role' : 'store'
  throw new SignInFailure(access.refusal, `the claims give the person no ${what}`)
}
