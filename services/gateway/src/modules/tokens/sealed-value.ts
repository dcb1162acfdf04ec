import { createPrivateKey, hkdfSync } from 'node:crypto'
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose'
import type { KeyRing, SigningKey } from './key-ring.ts'

const KEY_LENGTH = 32
const ENCRYPTION = 'A256GCM'

/** Encrypts what a browser keeps for the gateway, and reads it again. */
export type Seal<T> = {
  seal(keyRing: KeyRing, value: T): Promise<string>
  /** Null when no key of the ring has sealed the text for this purpose and as it is. */
  open(keyRing: KeyRing, sealed: string): Promise<T | null>
}

/**
 * Makes the seal for one purpose. Its keys are derived from the signing keys, so that gateways
 * which sign with the same keys read each other's cookies and nobody has to keep another secret
 * (docs/explanation/adr/0084-keep-sessions-of-people-at-the-gateway.md). What is sealed for one
 * purpose opens for no other.
 */
export function createSeal<T extends JWTPayload>(purpose: string): Seal<T> {
  /** Derived keys by the id of the signing key, which is its thumbprint. */
  const derivedKeys = new Map<string, Uint8Array>()

  function sealingKey({ kid, privateKey }: SigningKey): Uint8Array {
    const known = derivedKeys.get(kid)
    if (known !== undefined) return known
    const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
    const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_LENGTH))
    derivedKeys.set(kid, key)
    return key
  }

  return {
    seal: ({ signing }, value) =>
      new EncryptJWT(value).setProtectedHeader({ alg: 'dir', enc: ENCRYPTION, kid: signing.kid }).encrypt(sealingKey(signing)),
    async open({ keys }, sealed) {
      try {
        const { payload } = await jwtDecrypt<T>(
          sealed,
          ({ kid }) => {
            const key = keys.find((candidate) => candidate.kid === kid)
            if (key === undefined) throw new Error('No key has sealed it.')
            return sealingKey(key)
          },
          { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [ENCRYPTION] },
        )
        return payload
      } catch {
        // Whatever is wrong with a cookie, its sender is not signed in; the library's words are of
        // no use to anybody.
        return null
      }
    },
  }
}
