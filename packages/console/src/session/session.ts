import { fetchWithProgress, type UploadInit } from '@open-oms/client/fetch'
import type { SignedInUser } from '@open-oms/contracts/gateway/session'

/** A page is idle after so long without input: what it reads then does not prolong the session. */
const IDLE_AFTER_MS = 60_000

let touchedAt = performance.now()

for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const) {
  const touch = () => {
    touchedAt = performance.now()
  }
  globalThis.addEventListener(name, touch, { capture: true, passive: true })
}

/** Whether someone uses the page at the moment. */
function isInUse(): boolean {
  return performance.now() - touchedAt < IDLE_AFTER_MS
}

/** Who may see and do what: the person of the session. */
export type User = Readonly<SignedInUser>

export type Session = {
  user: User
  csrfToken: string
  /** Where the browser goes after signing out, to end the session at the provider too. */
  signOutUrl: string | null
  /** What the person must do before all else. */
  duty: 'ChangePassword' | 'AddSecondFactor' | null
}

/** How people may sign in. */
export type SignInOptions = { passwords: boolean; providers: readonly { name: string; url: string }[] }

export type Credentials = { userName: string; password: string; code?: string }

/** The gateway refuses the name and the password, for the reason that it gives. */
export class SignInRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'SignInRefused'
    this.status = status
  }
}

const ADDRESS = '/session'
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * What proves that a write comes from this page. Kept in memory: it is asked for again when the
 * page is loaded.
 */
let csrfToken: string | null = null
let signOutUrl: string | null = null
let sayEnded: () => void = () => undefined
let askWhoItIs: (response: Response) => Promise<boolean> = async () => false

/** Calls `listener` when the gateway refuses a call because the session has ended. */
export function onSessionEnded(listener: () => void): void {
  sayEnded = listener
}

/** Asks `listener` of each refusal whether the person has shown who they are because of it. */
export function onRefused(listener: typeof askWhoItIs): void {
  askWhoItIs = listener
}

/** The session of the browser's cookie; null when nobody is signed in. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  const response = await fetch(ADDRESS, { headers: { accept: 'application/json' }, ...(signal === undefined ? {} : { signal }) })
  if (response.status === 401) {
    // A body that nobody reads keeps its connection.
    await response.body?.cancel()
    return null
  }
  return await parseSession(response)
}

/** How people may sign in at this gateway. */
export async function readSignInOptions(signal?: AbortSignal): Promise<SignInOptions> {
  const response = await fetch(`${ADDRESS}/options`, signal === undefined ? {} : { signal })
  if (!response.ok) throw new Error(await readErrorMessage(response))
  return response.json()
}

/**
 * Signs in; null where the person has a second factor to show, too. Raises `SignInRefused` when the
 * gateway does not let the person in.
 */
export async function signIn(credentials: Credentials): Promise<Session | null> {
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok && response.status < 500) throw new SignInRefused(response.status, await readErrorMessage(response))
  if (response.status === 202) {
    await response.body?.cancel()
    return null
  }
  return await parseSession(response)
}

/**
 * Ends the session at the gateway. Returns where the browser goes to end the one at the provider
 * too; null where there is none.
 */
export async function signOut(): Promise<string | null> {
  const response = await sessionFetch(ADDRESS, { method: 'DELETE' })
  if (!response.ok && response.status !== 401) throw new Error(await readErrorMessage(response))
  const next = signOutUrl
  csrfToken = null
  signOutUrl = null
  return next
}

/**
 * `fetch` with the cookie of the session, and with the proof for writes. Where the gateway asks who
 * the person is once more, the person is asked, and the request sent again.
 */
export async function sessionFetch(input: string, init: UploadInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const isWrite = !safeMethods.includes((init.method ?? 'GET').toUpperCase())
  // A page that was loaded without a connection has no proof yet.
  if (isWrite && csrfToken === null) await readSession(init.signal ?? undefined)
  if (isWrite && csrfToken !== null) headers.set('x-csrf-token', csrfToken)
  if (!isInUse()) headers.set('x-unattended', 'true')
  const response = await fetchWithProgress(input, { ...init, headers, credentials: 'same-origin' })
  // There a password or a code may be wrong.
  if (response.status === 401 && !input.includes(`${ADDRESS}/`)) sayEnded()
  if (response.status !== 403) return response
  return (await askWhoItIs(response)) ? sessionFetch(input, init) : response
}

async function parseSession(response: Response): Promise<Session> {
  if (!response.ok) throw new Error(await readErrorMessage(response))
  return keepSession(await response.json())
}

/** Works in this session from now on. */
export function keepSession(session: Session): Session {
  csrfToken = session.csrfToken
  signOutUrl = session.signOutUrl
  return session
}

async function readErrorMessage(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: string } | null
  return body?.message ?? `HTTP ${response.status}`
}
