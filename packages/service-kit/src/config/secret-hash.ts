import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

type Cost = { N: number; r: number; p: number }

const COST: Cost = { N: 16_384, r: 8, p: 1 }
const KEY_LENGTH = 32
const SALT_LENGTH = 16
/** Shorter secrets can be guessed; production refuses them (security.md#api-clients). */
export const SECRET_LENGTH_MIN = 24

function derive(secret: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // scrypt needs 128·N·r bytes; the default limit of 32 MiB would refuse the cost that a later
    // hash may carry.
    const options = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(secret.normalize('NFC'), salt, KEY_LENGTH, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

/**
 * Hashes a secret as `scrypt$N$r$p$salt$hash`, salt and hash in base64url. Every call gives another
 * text.
 */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  const key = await derive(secret, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether a secret is the one that was hashed; compared in constant time. A hash that is not of the
 * form of `hashSecret` is an error of whoever wrote it, and throws.
 */
export async function matchesSecretHash(secret: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined)
    throw new Error('A secret hash must be scrypt$N$r$p$salt$hash.')
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(secret, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
