import type { IncomingHttpHeaders } from 'node:http'
import { type AccountSession, SESSIONS_MAX } from '@open-oms/contracts/gateway/account'
import type { SealedRecords } from '../credentials/sealed-records.ts'
import type { CurrentSession, SessionDeps } from './sessions.ts'
import { knownSession } from './sessions.ts'

/** A session as it began. */
type ListedSession = { id: string; signedInAt: number; browser: string; address: string }

/** The sessions of a person that have begun, newest first; some are over. */
export type SessionsOfPerson = { sessions: readonly ListedSession[] }

export const noSessions: SessionsOfPerson = { sessions: [] }

const BROWSER_LENGTH_MAX = 200

type ListDeps = Pick<SessionDeps, 'ended' | 'limits' | 'now'> & { sessionRecords: SealedRecords<SessionsOfPerson> }

/** Adds a session that begins to those that its person sees. Raises `Unavailable`. */
export async function listSession(
  { sessionRecords, limits, now }: ListDeps,
  { sealed }: Pick<CurrentSession, 'sealed'>,
  { headers, address }: { headers: IncomingHttpHeaders; address: string },
): Promise<void> {
  const { id, signedInAt } = sealed
  const browser = String(headers['user-agent'] ?? '').slice(0, BROWSER_LENGTH_MAX)
  const begun: ListedSession = { id, signedInAt, browser, address }
  await sessionRecords.change(knownSession(sealed).identity, ({ sessions }) => {
    const others = sessions.filter((one) => one.signedInAt + limits.lifetimeMs > now())
    return { sessions: [begun, ...others].slice(0, SESSIONS_MAX) }
  })
}

/** The sessions of the person of a session that have not ended, newest first. */
export async function openSessions(deps: ListDeps, current: CurrentSession): Promise<AccountSession[]> {
  const known = knownSession(current.sealed)
  const { sessions } = await deps.sessionRecords.read(known.identity)
  const open = sessions.filter((one) => one.signedInAt + deps.limits.lifetimeMs > deps.now())
  const ended = await Promise.all(open.map(({ id, signedInAt }) => deps.ended.isEnded({ ...known, id, signedInAt })))
  return open
    .filter((_, index) => ended[index] === false)
    .map(({ signedInAt, ...one }) => ({
      ...one,
      isCurrent: one.id === known.id,
      signedInAt: new Date(signedInAt).toISOString(),
    }))
}

/**
 * Ends a session of the same person. Returns whether there was one: one that is not there has
 * ended. Raises `Unavailable`.
 */
export async function endListed(deps: ListDeps, current: CurrentSession, id: string): Promise<boolean> {
  const known = knownSession(current.sealed)
  const { sessions } = await deps.sessionRecords.read(known.identity)
  const found = sessions.find((one) => one.id === id)
  if (found === undefined) return false
  await deps.ended.end({ ...known, ...found })
  return true
}
