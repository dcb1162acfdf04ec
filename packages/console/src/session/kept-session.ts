import type { Session, User } from './session.ts'

/** What is kept on this device for pages that are loaded without a connection begins with it. */
export const KEPT = 'oms-console-kept-'
const KEY = `${KEPT}user`
/** A shift: whoever comes later signs in. */
const KEPT_MS = 12 * 3_600_000

/**
 * Keeps on this device who works here, for pages that are loaded without a connection. Their rights
 * are checked by the gateway, with the first request that reaches it.
 */
export function keepUser(user: User): void {
  localStorage.setItem(KEY, JSON.stringify({ user, at: Date.now() }))
}

/** The session of who works on this device; null when nobody is known. It cannot write yet. */
export function keptSession(): Session | null {
  const kept: { user: User; at: number } | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  if (kept === null) return null
  if (kept.at < Date.now() - KEPT_MS) {
    forgetKept()
    return null
  }
  return { user: kept.user, csrfToken: '', signOutUrl: null, duty: null }
}

/** Forgets who works on this device, and what is kept for them. */
export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key)
}
