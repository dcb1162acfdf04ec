import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PersonCredentials } from './person-credentials.ts'

const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** Clocks of phones differ: the step before and the one after count too. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** Nobody guesses 80 bits, so a digest without salt keeps them. */
const RECOVERY_BYTES = 10
const RECOVERY_GROUP = 4

const SIX_DIGITS = /^\d{6}$/

/** A new secret of an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** The address by which an app takes over a secret. */
export function authenticatorUri(secret: string, { userName, issuer }: { userName: string; issuer: string }): string {
  return new TOTP({ secret, label: userName, issuer, period: STEP_SECONDS }).toString()
}

/**
 * The step of a code of an authenticator app; null when it is not right now, or not later than
 * `lastStep`: a code counts once (RFC 6238, section 5.2).
 */
export function codeStep(code: string, { secret, lastStep }: { secret: string; lastStep: number }, now: number): number | null {
  const digits = code.replace(/\s/g, '')
  if (!SIX_DIGITS.test(digits)) return null
  const delta = new TOTP({ secret, period: STEP_SECONDS }).validate({ token: digits, timestamp: now, window: WINDOW })
  if (delta === null) return null
  const step = Math.floor(now / 1_000 / STEP_SECONDS) + delta
  return step > lastStep ? step : null
}

/** New recovery codes, and what is kept of them. */
export function newRecoveryCodes(): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase()
    return (text.match(new RegExp(`.{${RECOVERY_GROUP}}`, 'g')) ?? []).join('-')
  })
  return { codes, digests: codes.map(recoveryDigest) }
}

function recoveryDigest(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest('base64url')
}

/**
 * The credentials after a code was used, of the authenticator app or for recovery; null when it is
 * neither, or was used before.
 */
export function useCode(credentials: PersonCredentials, code: string, now: number): PersonCredentials | null {
  const { authenticator, recoveryCodes } = credentials
  const step = authenticator === null ? null : codeStep(code, authenticator, now)
  if (authenticator !== null && step !== null) return { ...credentials, authenticator: { ...authenticator, lastStep: step } }
  const digest = recoveryDigest(code)
  if (!recoveryCodes.includes(digest)) return null
  return { ...credentials, recoveryCodes: recoveryCodes.filter((one) => one !== digest) }
}
