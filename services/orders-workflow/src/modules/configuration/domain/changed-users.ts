import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import type { User } from '@open-oms/contracts/config/access/users'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import { coversRights, type HeldRights, heldRights, permissionsOf } from '@open-oms/contracts/permissions'

/** Who changes people: the name and the rights of the token. */
export type Editor = HeldRights & { clientId: string }

/** The people, and what the names of their roles mean. */
export type UsersBefore = { users: readonly User[]; namedRoles: readonly NamedRole[] }

const keyOf = ({ userName }: Pick<User, 'userName'>) => userName.normalize('NFC').toLowerCase()

/**
 * Refuses what would give its author more than they have (configuration.md#stored-documents): a
 * change of a person with a role that the editor does not have is `Forbidden`; editors who shut
 * themselves out are told so. What is no list of people is left to the check of the file.
 */
export function assertMayChangeUsers(editor: Editor, { users, namedRoles }: UsersBefore, after: readonly User[]): void {
  const [former, next] = [byKey(users), byKey(after)]
  for (const key of new Set([...former.keys(), ...next.keys()])) {
    const [one, other] = [former.get(key), next.get(key)]
    if (JSON.stringify(one) === JSON.stringify(other)) continue
    const missing = [...(one?.roles ?? []), ...(other?.roles ?? [])].find((role) => !hasAllOf(editor, role, namedRoles))
    if (missing !== undefined)
      throw new DomainError('Forbidden', `"${(other ?? one)?.userName}" has the role ${missing}, which you do not have.`)
  }
  const own = keyOf({ userName: editor.clientId })
  if (former.has(own) && !isAdministrator(next.get(own), namedRoles))
    throw invalid('users', 'must leave you an administrator of all stores: another one may change that')
}

/** Whether an editor has what a role gives; of one that nobody knows, which gives nothing, too. */
function hasAllOf(editor: HeldRights, role: string, namedRoles: readonly NamedRole[]): boolean {
  return coversRights(editor, heldRights([role], namedRoles))
}

/**
 * Refuses changes of roles that give, or gave, more than the editor has, with `Forbidden`: nobody
 * widens their own rights by the role that they have (configuration.md#stored-documents).
 */
export function assertMayChangeRoles(editor: Editor, before: readonly NamedRole[], after: readonly NamedRole[]): void {
  for (const name of new Set([...before, ...after].map((role) => role.name))) {
    const [one, other] = [before, after].map((roles) => roles.filter((role) => role.name === name))
    if (JSON.stringify(one) === JSON.stringify(other)) continue
    if (!coversRights(editor, heldRights([name], one ?? [])) || !coversRights(editor, heldRights([name], other ?? [])))
      throw new DomainError('Forbidden', `The role "${name}" has more than you have.`)
  }
}

function isAdministrator(user: User | undefined, namedRoles: readonly NamedRole[]): boolean {
  if (user === undefined || user.isDisabled || user.storeIds.length > 0) return false
  const rights = heldRights(user.roles, namedRoles)
  return rights.roles.includes('OrderAdmin') && permissionsOf(rights).includes('Users')
}

function byKey(users: readonly User[]): Map<string, User> {
  return new Map(users.map((user) => [keyOf(user), user]))
}

/** What a request says about a person; what is absent stays. */
export type UserChange = {
  userName: string
  displayName?: string | null | undefined
  roles?: readonly string[] | undefined
  storeIds?: readonly string[] | undefined
  isDisabled?: boolean | undefined
  mustChangePassword?: boolean | undefined
  needsSecondFactor?: boolean | undefined
  networks?: readonly string[] | undefined
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
    allStores: true,
    isDisabled: false,
    isDemo: false,
    mustChangePassword: false,
    needsSecondFactor: false,
    networks: [],
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const former = before ?? { ...usual, userName, passwordHash: null }
  // A person with a password of their own is no longer one of the sample.
  const password = passwordHash === null ? {} : { passwordHash, isDemo: false }
  // A request that names the stores says by an empty list that all are meant.
  const stores = change.storeIds === undefined ? {} : { allStores: change.storeIds.length === 0 }
  const user = { ...former, ...given, ...stores, ...password } as User
  return before === undefined ? [...users, user] : users.map((one) => (one === before ? user : one))
}
