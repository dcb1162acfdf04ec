import type { User } from '@oms/contracts/config/users'
import { findKnownPasswords } from '@oms/service-kit/authentication/known-secrets'

/** The people of the tenant configuration, replaced as a whole at a reload. */
export type UserRegistry = {
  /** By name, in any letter case. */
  find(userName: string): User | undefined
  /**
   * Takes over new content. The sessions of removed people, and of those with another password,
   * end.
   */
  replace(users: readonly User[]): void
}

/**
 * The form in which names are compared: letter case and the way accents are written do not
 * distinguish people.
 */
export function nameKey(userName: string): string {
  return userName.normalize('NFC').toLowerCase()
}

export function createUserRegistry(users: readonly User[]): UserRegistry {
  const index = (all: readonly User[]) => new Map(all.map((user) => [nameKey(user.userName), user]))
  let byName = index(users)
  return {
    find: (userName) => byName.get(nameKey(userName)),
    replace(next) {
      byName = index(next)
    },
  }
}

/**
 * Refuses people whose password is known; for NODE_ENV=production (security.md#people). Throws an
 * error that names the first.
 */
export async function refuseKnownPasswords(users: readonly User[]): Promise<void> {
  const [first] = await findKnownPasswords(users)
  if (first !== undefined) throw new Error(`${first.file}: ${first.reason}. ${first.remedy} NODE_ENV is production.`)
}
