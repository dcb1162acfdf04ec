import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { TokenRules } from '@open-oms/service-kit/authentication/authentication'
import { issuerKeys } from '@open-oms/service-kit/authentication/issuer-keys'
import { calculateJwkThumbprint, type JWK } from 'jose'

export type SigningKey = {
  /** The thumbprint of RFC 7638, so that the same key has the same id on every instance. */
  kid: string
  algorithm: 'EdDSA' | 'ES256'
  /** In PEM (PKCS 8). */
  privateKey: string
}

/** The public half of a key as `/.well-known/jwks.json` gives it. */
export type PublishedKey = JWK & { kid: string }

export type KeyRing = {
  /** Signs new tokens. */
  signing: SigningKey
  /** All keys, the signing one first. */
  keys: readonly SigningKey[]
  /** Every key that tokens may still be signed with, the signing one first. */
  published: readonly PublishedKey[]
}

/**
 * Makes a key ring of private keys (PEM or JWK text; Ed25519 or P-256): the first signs, all are
 * published. To change keys without an interruption: add the new key second, wait until every
 * verifier has seen it (an hour), put it first, and remove the old one when its last token has
 * expired (another hour). security.md#signatures.
 */
export async function createKeyRing(keyTexts: readonly string[]): Promise<KeyRing> {
  const keys = await Promise.all(keyTexts.map(readSigningKey))
  const [signing] = keys
  if (signing === undefined) throw new Error('There is no key to sign tokens with.')
  const twice = keys.find((key, index) => keys.findIndex((other) => other.kid === key.kid) !== index)
  if (twice !== undefined) throw new Error(`The signing key ${twice.kid} is given twice.`)
  return { signing, keys, published: keys.map(publishedKey) }
}

async function readSigningKey(text: string): Promise<SigningKey> {
  const key = parsePrivateKey(text.trim())
  const jwk = createPublicKey(key).export({ format: 'jwk' }) as JWK
  const algorithm = jwk.crv === 'Ed25519' ? 'EdDSA' : jwk.crv === 'P-256' ? 'ES256' : undefined
  if (algorithm === undefined) throw new Error('A signing key must be an Ed25519 or a P-256 key.')
  return {
    kid: await calculateJwkThumbprint(jwk),
    algorithm,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function parsePrivateKey(text: string): KeyObject {
  try {
    return text.startsWith('{') ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' }) : createPrivateKey(text)
  } catch {
    // What the parser says may quote the key.
    throw new Error('A signing key is neither a private key in PEM nor a private JWK.')
  }
}

function publishedKey({ kid, algorithm, privateKey }: SigningKey): PublishedKey {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' }
}

/**
 * The keys of the built-in issuer for the server that verifies and signs with them, asked for again
 * at every use.
 */
export function issuerKeySource(keyRing: () => KeyRing): Pick<TokenRules, 'publicKey' | 'privateKey'> {
  return {
    publicKey: issuerKeys(async () => ({ keys: keyRing().published })),
    privateKey: async () => keyRing().signing.privateKey,
  }
}
