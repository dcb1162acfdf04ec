import { createHash, createPrivateKey, hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { KeyRing, SigningKey } from '../tokens/key-ring.ts'

/** What the cookie of a session holds. Times are in milliseconds since 1970. */
export type SealedSession = {
  /** Names the session; a new one with each sign-in. */
  id: string
  userName: string
  /** Says which password the person signed in with; another password ends the session. */
  passwordMark: string
  csrfToken: string
  signedInAt: number
  lastSeenAt: number
}

const PURPOSE = 'oms session cookie'
const KEY_LENGTH = 32
const ENCRYPTION = 'A256GCM'

/** Derived keys by the id of the signing key, which is its thumbprint. */
const derivedKeys = new Map<string, Uint8Array>()

/**
 * The key that seals cookies: derived from a signing key, so that gateways which sign with the same keys read each other's cookies and
 * nobody has to keep another secret (docs/explanation/adr/0084-keep-sessions-of-people-at-the-gateway.md).
 */
function sealingKey({ kid, privateKey }: SigningKey): Uint8Array {
  const known = derivedKeys.get(kid)
  if (known !== undefined) return known
  const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  const key = new Uint8Array(hkdfSync('sha256', secret, '', PURPOSE, KEY_LENGTH))
  derivedKeys.set(kid, key)
  return key
}

/** A text that differs for different hashes and says nothing of the password. */
export function passwordMarkOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22)
}

/** Encrypts a session for its cookie, by the key that signs tokens. */
export function sealSession({ signing }: KeyRing, { userName, ...session }: SealedSession): Promise<string> {
  return new EncryptJWT(session)
    .setProtectedHeader({ alg: 'dir', enc: ENCRYPTION, kid: signing.kid })
    .setSubject(userName)
    .encrypt(sealingKey(signing))
}

/** Returns the session of a cookie, or null when no key of the ring has sealed it as it is. Whether it is over is not looked at. */
export async function openSession({ keys }: KeyRing, sealed: string): Promise<SealedSession | null> {
  try {
    const { payload } = await jwtDecrypt<Omit<SealedSession, 'userName'>>(
      sealed,
      ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid)
        if (key === undefined) throw new Error('No key has sealed it.')
        return sealingKey(key)
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [ENCRYPTION] },
    )
    const { sub: userName = '', id, passwordMark, csrfToken, signedInAt, lastSeenAt } = payload
    return { id, userName, passwordMark, csrfToken, signedInAt, lastSeenAt }
  } catch {
    // Whatever is wrong with a cookie, its sender is not signed in; the library's words are of no use to anybody.
    return null
  }
}
