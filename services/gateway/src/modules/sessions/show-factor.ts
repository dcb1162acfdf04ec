import type { FactorKind, PasskeyResponse } from '@open-oms/contracts/gateway/account'
import { useCode } from '../credentials/one-time-codes.ts'
import { handleOf, type PasskeyDeps, passkeyHandle, takeShown, usePasskey } from '../credentials/passkeys.ts'
import type { CredentialRecords, PersonCredentials } from '../credentials/person-credentials.ts'
import { nameKey, type UserRegistry } from './user-registry.ts'

export type FactorDeps = {
  users: UserRegistry
  credentials: CredentialRecords
  passkeys: PasskeyDeps
  now: () => number
}

/**
 * Uses a code of a person up, so that it counts once at all gateways. Returns false when it is
 * wrong, or was used. Raises `Unavailable`.
 */
export async function showCode({ credentials, now }: FactorDeps, userName: string, code: string): Promise<boolean> {
  let isRight = false
  await credentials.change(nameKey(userName), (before) => {
    const after = useCode(before, code, now())
    isRight = after !== null
    return after ?? before
  })
  return isRight
}

/**
 * Finds whose passkey a browser has used, which counts once; null when it is nobody's, or not what
 * was asked for. Raises `Unavailable`.
 */
export async function showPasskey(deps: FactorDeps, given: PasskeyResponse): Promise<{ userName: string } | null> {
  const handle = handleOf(given)
  const user = handle === null ? undefined : deps.users.findByHandle(handle)
  const expectedChallenge = user === undefined ? null : await takeShown(deps.passkeys, given)
  if (user === undefined || expectedChallenge === null) return null
  let isRight = false
  await deps.credentials.change(nameKey(user.userName), async (before) => {
    const used = await usePasskey(deps.passkeys, before.passkeys, { credential: given.credential, expectedChallenge })
    isRight = used !== null
    return used === null ? before : withPasskey(before, used)
  })
  return isRight ? user : null
}

function withPasskey(credentials: PersonCredentials, used: PersonCredentials['passkeys'][number]): PersonCredentials {
  return { ...credentials, passkeys: credentials.passkeys.map((one) => (one.id === used.id ? used : one)) }
}

/** Whether a passkey is one of this person. */
export function isPasskeyOf(given: PasskeyResponse, userName: string): boolean {
  return handleOf(given) === passkeyHandle(nameKey(userName))
}

/** The factors of a session with one more. */
export function withFactor(factors: readonly FactorKind[], shown: FactorKind): FactorKind[] {
  return [...new Set([...factors, shown])]
}
