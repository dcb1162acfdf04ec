import { randomBytes, scryptSync } from 'node:crypto'

const cost = { N: 32, r: 8, p: 1 }

/**
 * The hash of a secret at the lowest cost: tests that sign in again and again need not pay for what
 * makes guessing slow. A test that measures the time of a check takes `hashSecret`.
 */
export function quickHash(secret: string): string {
  const salt = randomBytes(16)
  const key = scryptSync(secret.normalize('NFC'), salt, 32, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}
