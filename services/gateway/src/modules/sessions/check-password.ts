import { PASSWORD_LENGTH_MIN, type User } from '@open-oms/contracts/config/access/users'
import { matchesSecretHash, nobodysPasswordHash } from '@open-oms/service-kit/config/secret-hash'
import {
  type CredentialRecords,
  ownPassword,
  type PersonCredentials,
  passwordHashInForce,
} from '../credentials/person-credentials.ts'
import { SECRET_LENGTH_MAX } from '../tokens/check-credentials.ts'
import type { Turnstile } from '../tokens/turnstile.ts'
import { nameKey, type UserRegistry } from './user-registry.ts'

export type NameAndPassword = { userName: string; password: string }

/** A person who has shown the password, and what they sign in with. */
export type CheckedPerson = {
  user: User
  credentials: PersonCredentials
  /** The password was chosen by someone else, and must be changed. */
  isGivenPassword: boolean
}

/**
 * Returns the person with this name and password, or null. `Unavailable` when too many checks are
 * waiting, or what people have changed cannot be read.
 */
export type CheckPassword = (given: NameAndPassword) => Promise<CheckedPerson | null>

type Options = { credentials: Pick<CredentialRecords, 'read'>; isProduction: boolean; inTurn: Turnstile }

/**
 * Makes the check of passwords (security.md#people). Every check costs one scrypt and one read,
 * whether the name is known or not. Nothing is remembered of right ones: people sign in a few times
 * a day.
 */
export function createPasswordCheck(users: UserRegistry, { credentials: records, isProduction, inTurn }: Options): CheckPassword {
  const nobodysHash = nobodysPasswordHash()
  return async ({ userName, password }) => {
    const user = users.find(userName)
    const credentials = await records.read(nameKey(userName))
    const hash = user === undefined ? null : passwordHashInForce(credentials, user.passwordHash)
    // Longer input is nobody's password and is cut off before it is hashed.
    const hashed = password.slice(0, SECRET_LENGTH_MAX)
    const isRight = await inTurn(() => matchesSecretHash(hashed, hash ?? nobodysHash))
    const isTooShort = isProduction && password.length < PASSWORD_LENGTH_MIN
    if (user === undefined || !isRight || isTooShort || hashed !== password) return null
    const isOwn = ownPassword(credentials, user.passwordHash) !== null
    return { user, credentials, isGivenPassword: !isOwn && user.mustChangePassword }
  }
}
