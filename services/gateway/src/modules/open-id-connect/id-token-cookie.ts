import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { createSeal } from '../sessions/sealed-value.ts'
import { PROVIDER_SIGN_OUT_PATH } from '../sessions/sessions.ts'
import type { KeyRing } from '../tokens/key-ring.ts'

/** Browsers refuse a cookie of more than 4,096 bytes with its name. */
const VALUE_LENGTH_MAX = 3_900

const { seal, open } = createSeal<{ idToken: string }>('oms id token')

/** Keeps the ID token for signing out at the provider, which asks for it: sealed, and sent to that one address. */
export type IdTokenCookie = {
  /** The value of `Set-Cookie`. A token that is too long is left out: the provider then asks whether to sign out. */
  write(keyRing: KeyRing, idToken: string, maxAgeSeconds: number): Promise<string>
  read(keyRing: KeyRing, headers: IncomingHttpHeaders): Promise<string | null>
  clear(): string
}

export function idTokenCookie(publicUrl: string): IdTokenCookie {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Secure-oms-id-token' : 'oms-id-token'
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: PROVIDER_SIGN_OUT_PATH } as const
  const clear = () => stringifySetCookie({ name, value: '', maxAge: 0, ...attributes })
  return {
    async write(keyRing, idToken, maxAge) {
      const value = await seal(keyRing, { idToken })
      return value.length > VALUE_LENGTH_MAX ? clear() : stringifySetCookie({ name, value, maxAge, ...attributes })
    },
    async read(keyRing, { cookie = '' }) {
      const sealed = parseCookie(cookie)[name]
      return sealed === undefined ? null : ((await open(keyRing, sealed))?.idToken ?? null)
    },
    clear,
  }
}
