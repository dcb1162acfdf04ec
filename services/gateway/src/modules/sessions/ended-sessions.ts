import { createHash } from 'node:crypto'
import type { SessionMarks } from './session-marks.ts'

/**
 * What is known of a session to find out whether it was ended. Times are in milliseconds
 * since 1970.
 */
export type KnownSession = {
  id: string
  /** The person: the name as names are compared, or the subject of a provider. */
  identity: string
  signedInAt: number
  /**
   * Whom the provider may end it by: marks of `providerMark`. Null for who signed in by password.
   */
  provider: { subject: string; sid: string | null } | null
}

/**
 * What a provider says to be over: one session there, else all of a person. Values are marks of
 * `providerMark`.
 */
export type ProviderLogout = {
  subject: string | null
  sid: string | null
  /** The message itself, which counts once. */
  message: string
}

/**
 * Sessions that were ended before their time, by signing out here or at the provider. All that end
 * something raise `Unavailable` when it could not be relied on.
 */
export type EndedSessions = {
  isEnded(session: KnownSession): Promise<boolean>
  /** Ends one session. */
  end(session: KnownSession): Promise<void>
  /** Ends all sessions of a person that began before now, or now. */
  endAll(identity: string, now: number): Promise<void>
  /**
   * Ends what a provider names. Returns false, and ends nothing, when the message has come before.
   */
  endByProvider(logout: ProviderLogout, now: number): Promise<boolean>
  /**
   * Ends an attempt to sign in, which is about to be finished. Returns false when it has ended
   * before.
   */
  endAttempt(state: string, now: number): Promise<boolean>
  /** Ends an access token. */
  endToken(id: string, now: number): Promise<void>
  isTokenEnded(id: string): Promise<boolean>
}

/** A short text for what a provider calls something; that of another provider has another. */
export function providerMark(issuer: string, value: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, value]))
    .digest('base64url')
}

const keys = {
  session: (id: string) => `ended:${id}`,
  person: (identity: string) => `before:${identity}`,
  sid: (mark: string) => `oidc-sid:${mark}`,
  subject: (mark: string) => `oidc-sub:${mark}`,
  /** For sessions of which the provider has not said what they are called there. */
  subjectWithoutSid: (mark: string) => `oidc-sub-without-sid:${mark}`,
  message: (mark: string) => `oidc-message:${mark}`,
  attempt: (state: string) => `oidc-attempt:${state}`,
  token: (id: string) => `token:${id}`,
}

/**
 * Keeps by marks what was ended, for as long as these are kept: until the latest end of the
 * sessions.
 */
export function createEndedSessions(marks: SessionMarks): EndedSessions {
  return {
    async isEnded({ id, identity, signedInAt, provider }) {
      if (signedInAt < marks.since) return true
      const named = [keys.session(id), ...(provider?.sid ? [keys.sid(provider.sid)] : [])]
      const times = await marks.read([...named, keys.person(identity), ...subjectKeys(provider)])
      // A session that was named is over; all of a person are those that had begun.
      return times.some((at, index) => at !== null && (index < named.length || signedInAt <= at))
    },
    end: ({ id, signedInAt }) => marks.set([keys.session(id)], signedInAt),
    endAll: (identity, now) => marks.set([keys.person(identity)], now),
    async endByProvider({ subject, sid, message }, now) {
      const [seen] = await marks.read([keys.message(message)])
      if (seen !== null) return false
      // The message last: when the others cannot be kept, it may come again.
      await marks.set([...endedKeys({ subject, sid }), keys.message(message)], now)
      return true
    },
    endAttempt: (state, now) => marks.setOnce(keys.attempt(state), now),
    endToken: (id, now) => marks.set([keys.token(id)], now),
    isTokenEnded: async (id) => (await marks.read([keys.token(id)]))[0] !== null,
  }
}

function endedKeys({ subject, sid }: Omit<ProviderLogout, 'message'>): string[] {
  if (sid === null) return subject === null ? [] : [keys.subject(subject)]
  return [keys.sid(sid), ...(subject === null ? [] : [keys.subjectWithoutSid(subject)])]
}

function subjectKeys(provider: KnownSession['provider']): string[] {
  if (provider === null) return []
  const { subject, sid } = provider
  return [keys.subject(subject), ...(sid === null ? [keys.subjectWithoutSid(subject)] : [])]
}
