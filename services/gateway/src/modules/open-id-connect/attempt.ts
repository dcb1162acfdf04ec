import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'

/**
 * What the gateway remembers of a sign-in that is under way at the provider: in a cookie, so that
 * any gateway can finish it.
 */
export type Attempt = {
  /** Of the provider that it was begun with: no other one can finish it. */
  issuer: string
  state: string
  nonce: string
  /** The secret of PKCE. */
  codeVerifier: string
  /** Where the person goes afterwards. */
  returnTo: string
  /** In milliseconds since 1970. */
  until: number
}

const LIFETIME_SECONDS = 600
/** So many tabs may be signing in; the eldest attempt is forgotten for another. */
const ATTEMPTS_MAX = 5
const RANDOM_BYTES = 32

const { seal, open } = createSeal<Attempt>('oms sign-in attempt')

const randomText = () => randomBytes(RANDOM_BYTES).toString('base64url')

/** Begins an attempt with a provider that nobody can guess anything of. */
export function beginAttempt(issuer: string, returnTo: string, now: number): Attempt {
  const until = now + LIFETIME_SECONDS * 1_000
  return { issuer, state: randomText(), nonce: randomText(), codeVerifier: randomText(), returnTo, until }
}

/** The cookies of attempts: one for each, so that several tabs do not disturb each other. */
export type AttemptCookies = {
  /** The values of `Set-Cookie` for an attempt, and for those that are forgotten for it. */
  write(keyRing: KeyRing, attempt: Attempt, headers: IncomingHttpHeaders): Promise<string[]>
  /**
   * The attempt that the browser began with this state; null when there is none, or it was begun
   * too long ago.
   */
  read(keyRing: KeyRing, headers: IncomingHttpHeaders, sought: { state: string; now: number }): Promise<Attempt | null>
  /** Clears the cookie of an attempt. */
  clear(state: string): string
}

/** `SameSite=Lax`: the cookie comes along when the provider leads the browser back. */
export function attemptCookies(publicUrl: string): AttemptCookies {
  const secure = publicUrl.startsWith('https:')
  const prefix = secure ? '__Host-oms-sign-in-' : 'oms-sign-in-'
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  const attemptCookieName = (state: string) => `${prefix}${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`
  const cleared = (name: string) => stringifySetCookie({ name, value: '', maxAge: 0, ...attributes })

  return {
    async write(keyRing, attempt, { cookie = '' }) {
      // Browsers send the eldest first.
      const others = Object.keys(parseCookie(cookie)).filter((name) => name.startsWith(prefix))
      const forgotten = others.slice(0, Math.max(0, others.length - ATTEMPTS_MAX + 1))
      const value = await seal(keyRing, attempt)
      const own = stringifySetCookie({ name: attemptCookieName(attempt.state), value, maxAge: LIFETIME_SECONDS, ...attributes })
      return [...forgotten.map(cleared), own]
    },
    async read(keyRing, { cookie = '' }, { state, now }) {
      const sealed = parseCookie(cookie)[attemptCookieName(state)]
      const attempt = sealed === undefined ? null : await open(keyRing, sealed)
      return attempt !== null && attempt.state === state && now < attempt.until ? attempt : null
    },
    clear: (state) => cleared(attemptCookieName(state)),
  }
}
