import { PASSWORD_LENGTH_MIN, type User } from '@oms/contracts/config/users'
import { matchesSecretHash, nobodysPasswordHash } from '@oms/service-kit/config/secret-hash'
import { SECRET_LENGTH_MAX } from '../tokens/check-credentials.ts'
import type { Turnstile } from '../tokens/turnstile.ts'
import type { UserRegistry } from './user-registry.ts'

export type NameAndPassword = { userName: string; password: string }

/**
 * Returns the person with this name and password, or null. `Unavailable` when too many checks are
 * waiting.
 */
export type CheckPassword = (given: NameAndPassword) => Promise<User | null>

/**
 * Makes the check of passwords (security.md#people). Every check costs one scrypt, whether the name
 * is known or not. Nothing is remembered of right ones: people sign in a few times a day.
 */
export function createPasswordCheck(
  users: UserRegistry,
  { isProduction, inTurn }: { isProduction: boolean; inTurn: Turnstile },
): CheckPassword {
  const nobodysHash = nobodysPasswordHash()
  return async ({ userName, password }) => {
    const user = users.find(userName)
    // Longer input is nobody's password and is cut off before it is hashed.
    const hashed = password.slice(0, SECRET_LENGTH_MAX)
    const isRight = await inTurn(() => matchesSecretHash(hashed, user?.passwordHash ?? nobodysHash))
    const isTooShort = isProduction && password.length < PASSWORD_LENGTH_MIN
    return isRight && !isTooShort && hashed === password ? (user ?? null) : null
  }
}
