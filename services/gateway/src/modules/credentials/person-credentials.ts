import { createHash } from 'node:crypto'
import { isKeptHash } from '@open-oms/contracts/config/access/secret-hash'
import type { FactorKind } from '@open-oms/contracts/gateway/account'
import type { SealedRecords } from './sealed-records.ts'

/** A passkey of a person. Times are in milliseconds since 1970. */
export type Passkey = {
  /** Of the credential, in base64url. */
  id: string
  /** In base64url. */
  publicKey: string
  counter: number
  transports: readonly string[]
  name: string
  addedAt: number
  lastUsedAt: number | null
}

/** What a person of the configuration signs in with, beside what the configuration says. */
export type PersonCredentials = {
  /**
   * The password that the person chose, in place of the one with the mark `replaces`: when the
   * configuration has another one, that one counts.
   */
  password: { hash: string; replaces: string; changedAt: number } | null
  /**
   * Passwords that administrators gave in the browser, newest last, by the names that `users.json`
   * has in their place; absent in records of before.
   */
  given?: readonly { name: string; hash: string }[]
  /** `lastStep` is the step of the last code: it, and those before it, count no more. */
  authenticator: { secret: string; lastStep: number; addedAt: number } | null
  /** Digests of those that are not used. */
  recoveryCodes: readonly string[]
  passkeys: readonly Passkey[]
}

export const noCredentials: PersonCredentials = { password: null, authenticator: null, recoveryCodes: [], passkeys: [] }

/** By `nameKey` of the person. */
export type CredentialRecords = SealedRecords<PersonCredentials>

/** A text that differs for different hashes and says nothing of the password. */
export function toPasswordMark(passwordHash: string | null): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 22)
}

/** The password that the person chose; null: that of the configuration counts. */
export function ownPassword({ password }: PersonCredentials, configured: string | null): PersonCredentials['password'] {
  return password?.replaces === toPasswordMark(configured) ? password : null
}

/**
 * The hash that counts: of the password that the person chose, else of that of the configuration.
 */
export function passwordHashInForce(credentials: PersonCredentials, configured: string | null): string | null {
  const own = ownPassword(credentials, configured)
  if (own !== null) return own.hash
  if (configured === null || !isKeptHash(configured)) return configured
  return credentials.given?.find(({ name }) => name === configured)?.hash ?? null
}

/** The second factors that a person has. */
export function factorsOf({ authenticator, passkeys }: PersonCredentials): FactorKind[] {
  return [...(authenticator === null ? [] : (['Code'] as const)), ...(passkeys.length === 0 ? [] : (['Passkey'] as const))]
}

/** Without recovery codes where there is no factor left that they replace. */
export function withoutUselessCodes(credentials: PersonCredentials): PersonCredentials {
  return factorsOf(credentials).length === 0 ? { ...credentials, recoveryCodes: [] } : credentials
}
