import { isAllowed, type Role } from '@oms/contracts/access'
import type { User } from '@oms/contracts/config/users'
import { DomainError, invalid } from '@oms/contracts/errors'

/** Who changes people: the name and the roles of the token. */
export type Editor = { clientId: string; roles: readonly Role[] }

const keyOf = ({ userName }: Pick<User, 'userName'>) => userName.normalize('NFC').toLowerCase()

/**
 * Refuses what would give its author more than they have (configuration.md#stored-documents): a
 * change of a person with a role that the editor does not have is `Forbidden`; editors who shut
 * themselves out are told so. What is no list of people is left to the check of the file.
 */
export function assertMayChangeUsers(editor: Editor, before: readonly User[], after: readonly User[]): void {
  const [former, next] = [byKey(before), byKey(after)]
  for (const key of new Set([...former.keys(), ...next.keys()])) {
    const [one, other] = [former.get(key), next.get(key)]
    if (JSON.stringify(one) === JSON.stringify(other)) continue
    const missing = [...(one?.roles ?? []), ...(other?.roles ?? [])].find((role) => !isAllowed(editor.roles, [role]))
    if (missing !== undefined)
      throw new DomainError('Forbidden', `"${(other ?? one)?.userName}" has the role ${missing}, which you do not have.`)
  }
  const own = keyOf({ userName: editor.clientId })
  if (former.has(own) && !isAdministrator(next.get(own)))
    throw invalid('users', 'must leave you an administrator of all stores: another one may change that')
}

function isAdministrator(user: User | undefined): boolean {
  return user !== undefined && !user.isDisabled && user.roles.includes('OrderAdmin') && user.storeIds.length === 0
}

function byKey(users: readonly User[]): Map<string, User> {
  return new Map(users.map((user) => [keyOf(user), user]))
}

/** What a request says about a person; what is absent stays. */
export type UserChange = {
  userName: string
  displayName?: string | null | undefined
  roles?: readonly Role[] | undefined
  storeIds?: readonly string[] | undefined
  isDisabled?: boolean | undefined
  /** Null: it stays. */
  passwordHash: string | null
}

/**
 * The people with one of them added or changed. Raises `ValidationFailed` for a new one without a
 * password.
 */
export function withUser(users: readonly User[], { userName, passwordHash, ...change }: UserChange): User[] {
  const before = users.find((user) => keyOf(user) === keyOf({ userName }))
  if (before === undefined && passwordHash === null) throw invalid('password', 'must be there: the person is new')
  const usual = {
    displayName: null,
    roles: [],
    storeIds: [],
    isDisabled: false,
    isDemo: false,
    mustChangePassword: false,
    needsSecondFactor: false,
    networks: [],
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const former = before ?? { ...usual, userName, passwordHash: '' }
  // A person with a password of their own is no longer one of the sample.
  const password = passwordHash === null ? {} : { passwordHash, isDemo: false }
  const user = { ...former, ...given, ...password } as User
  return before === undefined ? [...users, user] : users.map((one) => (one === before ? user : one))
}
