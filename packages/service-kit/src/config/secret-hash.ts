import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

type Cost = { N: number; r: number; p: number }

/** For random secrets of programs, which nobody guesses and which are checked often. */
const SECRET_COST: Cost = { N: 16_384, r: 8, p: 1 }
/** For passwords that people choose: as OWASP's Password Storage Cheat Sheet has it for 16 MiB. */
const PASSWORD_COST: Cost = { N: 16_384, r: 8, p: 5 }
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
 * Hashes the secret of a program as `scrypt$N$r$p$salt$hash`, salt and hash in base64url. Every
 * call gives another text.
 */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, SECRET_COST)
}

/** Hashes the password of a person in the same form, at a higher cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PASSWORD_COST)
}

/** Whether a hash has the cost of `hashPassword`. */
export function hasPasswordCost(hashed: string): boolean {
  return hashed.startsWith(`scrypt$${PASSWORD_COST.N}$${PASSWORD_COST.r}$${PASSWORD_COST.p}$`)
}

/** A hash at the cost of `hashPassword` that no password has. */
export function nobodysPasswordHash(): string {
  return hashText(PASSWORD_COST, randomBytes(SALT_LENGTH), randomBytes(KEY_LENGTH))
}

async function hash(secret: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  return hashText(cost, salt, await derive(secret, salt, cost))
}

function hashText({ N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether a secret is the one that was hashed; compared in constant time. A hash that is not of the
 * form of `hashSecret` is an error of whoever wrote it, and throws.
 */
export async function matchesSecretHash(secret: string, hashed: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hashed.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined)
    throw new Error('A secret hash must be scrypt$N$r$p$salt$hash.')
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(secret, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
