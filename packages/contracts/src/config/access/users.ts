import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, findUnresolved, namesWithin, problemIn } from '../checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  Network,
  OrNull,
} from '../config-file.ts'
import { type Store, storesContradicted, storesUnstated } from '../stores.ts'
import type { ApiClient } from './api-clients.ts'
import { findRoleReferenceProblems, type NamedRole, RoleName } from './roles.ts'
import { hashInPublicFile, isKeptHash, PasswordHash } from './secret-hash.ts'
import { userNameFault } from './user-name.ts'

/**
 * Shorter passwords can be guessed: `oms user` makes no hash of one, and production refuses it
 * (security.md#people).
 */
export const PASSWORD_LENGTH_MIN = 12

export const User = ConfigObject(
  {
    userName: Name('The name the person signs in with, such as an e-mail address. Versions and timelines show it.'),
    displayName: OrNull(Name('The name that pages show; the user name when absent.')),
    passwordHash: PasswordHash('As in `credentials.json`, where the hash belongs: every service reads this file.'),
    roles: Type.Array(RoleName, { description: 'What the person may do.' }),
    storeIds: ListOrNone(Name('Store id.'), 'The stores the person is limited to; empty: all.'),
    allStores: FlagWithDefault(false, 'Says that no store is meant: the person works in all of them.'),
    mustChangePassword: FlagWithDefault(
      false,
      'The password was chosen by someone else: before all else the person chooses one of their own.',
    ),
    needsSecondFactor: FlagWithDefault(
      false,
      'The person must have a passkey or an authenticator app; see `secondFactorRoles` of `sign-in.json` too.',
    ),
    networks: ListOrNone(
      Network('Address or network, `10.0.0.0/8`.'),
      'The networks that the person may come from; empty: any. Behind a proxy, TRUST_PROXY must be set.',
    ),
    isDisabled: FlagWithDefault(false, 'Who may not sign in at present; versions still show the name.'),
    isDemo: FlagWithDefault(false, 'A user of the sample, whose password everybody knows. Refused when NODE_ENV is production.'),
  },
  'A person who may sign in (security.md#people).',
)
export type User = Static<typeof User>

export const usersFile = defineConfigFile({
  file: 'users.json',
  summary: 'People who may sign in at the gateway, with roles and stores. Without the file there are none.',
  schema: ConfigFile({ users: Type.Array(User) }, 'The people.'),
  whenMissing: { users: [] },
  read: (content) => content.users,
})

/** User names are unique in any letter case, and look like no other name. */
export function findUserProblems(users: readonly User[]): ConfigProblem[] {
  const names = { file: usersFile.file, list: 'users', items: users, key: 'userName', value: ({ userName }: User) => userName }
  const faults = users.flatMap((user, index) => {
    const { userName } = user
    const fault = userNameFault(userName)
    const report = problemIn(usersFile.file)
    const named = fault === null ? [] : [report(`users[${index}].userName`, `"${userName}" ${fault}`, 'Choose another name.')]
    return [...named, ...storesContradicted(report, `users[${index}]`, user)]
  })
  return [...findDuplicates(names), ...faults]
}

/** People are limited to stores that exist. */
export function findUserStoreProblems(users: readonly User[], stores: readonly Store[]): ConfigProblem[] {
  const references = namesWithin('users', users, 'storeIds')
  return findUnresolved(usersFile.file, references, { what: 'a store', names: stores.map((store) => store.id) })
}

/** People have roles that there are. */
export function findUserRoleProblems(users: readonly User[], named: readonly NamedRole[]): ConfigProblem[] {
  return findRoleReferenceProblems(usersFile.file, namesWithin('users', users, 'roles'), named)
}

/**
 * Nobody is called like an API client: the author of a version is one of the two, and limits count
 * both by their names.
 */
export function findUserClientProblems(users: readonly User[], clients: readonly ApiClient[]): ConfigProblem[] {
  const taken = new Set(clients.map(({ clientId }) => clientId.toLowerCase()))
  return users.flatMap(({ userName }, index) =>
    taken.has(userName.toLowerCase())
      ? [
          problemIn(usersFile.file)(
            `users[${index}].userName`,
            `"${userName}" is the id of an API client`,
            'Choose another name: versions say by it who changed an order.',
          ),
        ]
      : [],
  )
}

/** What a guess of a password costs at least: N × r × p of scrypt. */
const HASH_COST_MIN = 16_384 * 8 * 5

/**
 * Warnings about people who may do nothing, who work in all stores by a list that is empty, and
 * hashes that stand where every service reads them.
 */
export function findUserWarnings(users: readonly User[]): ConfigProblem[] {
  const report = problemIn(usersFile.file)
  return users.flatMap(({ userName, roles, storeIds, allStores, passwordHash }, index) => {
    const unused = report(
      `users[${index}].roles`,
      `user "${userName}" has no role and may do nothing`,
      'Add a role, or remove the user.',
    )
    const isPublic = passwordHash !== null && !isKeptHash(passwordHash)
    const published = isPublic ? [hashInPublicFile(report, `users[${index}].passwordHash`, userName)] : []
    const unstated = storesUnstated(report, `users[${index}]`, { storeIds, allStores })
    return [...(roles.length === 0 ? [unused] : []), ...published, ...unstated]
  })
}

/** Warnings about passwords that can be guessed fast; of people with their hashes. */
export function findWeakHashWarnings(users: readonly User[]): ConfigProblem[] {
  const report = problemIn(usersFile.file)
  return users.flatMap(({ userName, passwordHash, isDemo }, index) => {
    if (isDemo || passwordHash === null || isKeptHash(passwordHash)) return []
    const [, N, r, p] = passwordHash.split('$').map(Number)
    if (Number(N) * Number(r) * Number(p) >= HASH_COST_MIN) return []
    const reason = `the hash of "${userName}" costs less than it should: who has it guesses the password faster`
    return [report(`users[${index}].passwordHash`, reason, 'Give the user another password with `oms user password`.')]
  })
}
