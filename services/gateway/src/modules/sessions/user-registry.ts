import type { User } from '@open-oms/contracts/config/access/users'
import { DomainError } from '@open-oms/contracts/errors'
import { findKnownPasswords } from '@open-oms/service-kit/authentication/known-secrets'
import { looksLike } from '@open-oms/service-kit/config/look-alike'
import { passkeyHandle } from '../credentials/passkeys.ts'

const RETRY_SECONDS = 5

/** The people of the tenant configuration, replaced as a whole at a reload. */
export type UserRegistry = {
  /**
   * By name, in any letter case; nobody who is disabled. Raises `Unavailable` while it is not known
   * who may sign in.
   */
  find(userName: string): User | undefined
  /** Whether a name that nobody has may be taken for that of a person (security.md#people). */
  isLookAlike(userName: string): boolean
  /** `find` by what passkeys know a person by. */
  findByHandle(handle: string): User | undefined
  /**
   * Takes over new content. The sessions of people who are removed, disabled or have another
   * password end.
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

/**
 * `isKnown` says whether these are the people who may sign in, and not others who are stored in
 * their place (configuration.md#stored-documents).
 */
export function createUserRegistry(users: readonly User[], isKnown: () => boolean = () => true): UserRegistry {
  const index = (all: readonly User[], key: (name: string) => string) =>
    new Map(all.map((user) => [key(nameKey(user.userName)), user]))
  const asIs = (name: string) => name
  let [byName, byHandle] = [index(users, asIs), index(users, passkeyHandle)]
  const findIn = (people: ReadonlyMap<string, User>, key: string) => {
    if (!isKnown())
      throw new DomainError('Unavailable', 'It is not known yet who may sign in. Try again in a few seconds.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    const user = people.get(key)
    return user?.isDisabled === true ? undefined : user
  }
  return {
    find: (userName) => findIn(byName, nameKey(userName)),
    isLookAlike: (userName) => [...byName.keys()].some((name) => looksLike(userName, name) && name !== nameKey(userName)),
    findByHandle: (handle) => findIn(byHandle, handle),
    replace(next) {
      ;[byName, byHandle] = [index(next, asIs), index(next, passkeyHandle)]
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
