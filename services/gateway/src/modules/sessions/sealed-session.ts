import { createHash } from 'node:crypto'
import type { FactorKind } from '@open-oms/contracts/gateway/account'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'

/** A person of an OpenID Connect provider, as the provider described them at the sign-in. */
export type ProviderPerson = {
  issuer: string
  /**
   * Marks of the person and of the session there, by which the provider ends sessions; the latter
   * null when it has named none.
   */
  subject: string
  sid: string | null
  displayName: string
  /** The values that the configuration gave a meaning, by claim. */
  claims: Readonly<Record<string, readonly string[]>>
}

/** What the cookie of a session holds. Times are in milliseconds since 1970. */
export type SealedSession = {
  /** Names the session; a new one with each sign-in. */
  id: string
  userName: string
  /**
   * Says which password the person signed in with; another password ends the session. Null for who
   * came by a provider.
   */
  passwordMark: string | null
  /** Null for who signed in by password. */
  provider: ProviderPerson | null
  csrfToken: string
  signedInAt: number
  lastSeenAt: number
  /** When the person last showed who they are. */
  confirmedAt: number
  /** The second factors that they have shown in the session. */
  factors: readonly FactorKind[]
  /** The password was chosen by someone else, and must be changed first. */
  isGivenPassword: boolean
}

type SealedClaims = Omit<SealedSession, 'userName'> & { sub: string }

const { seal, open } = createSeal<SealedClaims>('oms session cookie')

/** Encrypts a session for its cookie, by the key that signs tokens. */
export function sealSession(keyRing: KeyRing, { userName, ...session }: SealedSession): Promise<string> {
  return seal(keyRing, { ...session, sub: userName })
}

/**
 * Returns the session of a cookie, or null when no key of the ring has sealed it as it is. Whether
 * it is over is not looked at.
 */
export async function openSession(keyRing: KeyRing, sealed: string): Promise<SealedSession | null> {
  const payload = await open(keyRing, sealed)
  if (payload === null) return null
  // A gateway of the version before wrote no `provider`, or no `subject` in it: the provider could
  // not end such a session.
  const { sub: userName, id, passwordMark, provider = null, csrfToken, signedInAt, lastSeenAt } = payload
  if (provider !== null && provider.subject === undefined) return null
  // Nor did it write how the person had signed in.
  const { confirmedAt = signedInAt, factors = [], isGivenPassword = false } = payload
  const times = { signedInAt, lastSeenAt, confirmedAt }
  return { id, userName, passwordMark, provider, csrfToken, ...times, factors, isGivenPassword }
}

/** Names a session in records, where its id must not be (audit.md#recording). */
export function sessionName({ id }: Pick<SealedSession, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}
