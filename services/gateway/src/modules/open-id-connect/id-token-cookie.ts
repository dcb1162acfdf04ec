import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { PROVIDER_SIGN_OUT_PATH } from '../sessions/sessions.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'

/** Browsers refuse a cookie of more than 4,096 bytes with its name. */
const VALUE_LENGTH_MAX = 3_900

/** At which provider the person has signed in, and its ID token; null when it is too long. */
export type SignedInAt = { issuer: string; idToken: string | null }

const { seal, open } = createSeal<SignedInAt>('oms id token')

/**
 * Keeps the ID token for signing out at the provider, which asks for it: sealed, and sent to that
 * one address.
 */
export type IdTokenCookie = {
  /**
   * The value of `Set-Cookie`. A token that is too long is left out: the provider then asks whether
   * to sign out.
   */
  write(keyRing: KeyRing, signedInAt: SignedInAt, maxAgeSeconds: number): Promise<string>
  read(keyRing: KeyRing, headers: IncomingHttpHeaders): Promise<SignedInAt | null>
  clear(): string
}

export function idTokenCookie(publicUrl: string): IdTokenCookie {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Secure-oms-id-token' : 'oms-id-token'
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: PROVIDER_SIGN_OUT_PATH } as const
  const clear = () => stringifySetCookie({ name, value: '', maxAge: 0, ...attributes })
  return {
    async write(keyRing, { issuer, idToken }, maxAge) {
      const whole = await seal(keyRing, { issuer, idToken })
      const value = whole.length > VALUE_LENGTH_MAX ? await seal(keyRing, { issuer, idToken: null }) : whole
      return stringifySetCookie({ name, value, maxAge, ...attributes })
    },
    async read(keyRing, { cookie = '' }) {
      const sealed = parseCookie(cookie)[name]
      return sealed === undefined ? null : open(keyRing, sealed)
    },
    clear,
  }
}
