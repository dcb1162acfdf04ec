import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/** How the cookie of a session is called, read and written. */
export type SessionCookie = {
  read(headers: IncomingHttpHeaders): string | null
  /** The value of `Set-Cookie`. The cookie ends with the session at the latest. */
  write(sealed: string, maxAgeSeconds: number): string
  /** Clears the cookie. */
  clear(): string
}

/**
 * The cookie of sessions: out of reach for scripts, not sent with requests of other sites, and for
 * https alone where the gateway's address is https. The prefix makes browsers refuse one that
 * another host, or http, has set.
 */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-oms-session' : 'oms-session'
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  return {
    read: ({ cookie }) => (cookie === undefined ? null : (parseCookie(cookie)[name] ?? null)),
    write: (value, maxAge) => stringifySetCookie({ name, value, maxAge, ...attributes }),
    clear: () => stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }),
  }
}
