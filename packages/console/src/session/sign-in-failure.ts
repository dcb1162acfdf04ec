/** Why signing in at the provider failed (security.md#openid-connect). */
const reasons = [
  'Expired',
  'Refused',
  'ProviderUnavailable',
  'WeakSignIn',
  'NoRole',
  'NoStore',
  'NoName',
  'NameTaken',
  'TooManyStores',
  'TooManyAttempts',
  'Failed',
] as const
export type SignInFailure = (typeof reasons)[number]

/** Of the account that the person came with: trying again helps with another one alone. */
const ofAccount: readonly SignInFailure[] = ['WeakSignIn', 'NoRole', 'NoStore', 'NoName', 'NameTaken', 'TooManyStores']

const PARAMETER = 'signInError'

/**
 * The reason in an address that the gateway has led to, and the address without it; null for any
 * other.
 */
export function failureIn(address: string): { reason: SignInFailure; rest: string } | null {
  const url = new URL(address)
  const given = url.searchParams.get(PARAMETER)
  if (given === null) return null
  url.searchParams.delete(PARAMETER)
  return { reason: reasons.find((reason) => reason === given) ?? 'Failed', rest: `${url.pathname}${url.search}` }
}

function takeFailure(): SignInFailure | null {
  const found = failureIn(globalThis.location.href)
  if (found === null) return null
  // Neither a reload nor a bookmark says again what was true once.
  globalThis.history.replaceState(null, '', found.rest)
  return found.reason
}

/**
 * Why the sign-in failed that led to this page. Read when the script is loaded: the router would
 * take it for a part of the list.
 */
export const signInFailure = takeFailure()

/**
 * Whether the provider is to ask who it is, although it knows someone: the one who was refused.
 */
export const needsOtherAccount = signInFailure !== null && ofAccount.includes(signInFailure)
