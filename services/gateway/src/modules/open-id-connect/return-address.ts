import type { SignInFailureReason } from './sign-in-failure.ts'

export const CONSOLE_PATH = '/console'
/** Longer addresses would make the cookie of the attempt too long. */
const ADDRESS_LENGTH_MAX = 1_500
const ANY_ORIGIN = 'http://gateway.invalid'

/**
 * The address of the console to continue at after the sign-in; the console itself for anything that
 * leads elsewhere.
 */
export function returnAddress(given: unknown): string {
  if (typeof given !== 'string' || given.length > ADDRESS_LENGTH_MAX || !URL.canParse(given, ANY_ORIGIN)) return CONSOLE_PATH
  const { origin, pathname, search } = new URL(given, ANY_ORIGIN)
  const isConsole = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`)
  return origin === ANY_ORIGIN && isConsole ? `${pathname}${search}` : CONSOLE_PATH
}

/** The same address with the reason why the sign-in failed, for the console to show. */
export function withFailure(address: string, reason: SignInFailureReason): string {
  const { pathname, searchParams } = new URL(address, ANY_ORIGIN)
  searchParams.set('signInError', reason)
  return `${pathname}?${searchParams}`
}
