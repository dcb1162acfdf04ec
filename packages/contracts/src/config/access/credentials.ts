import type { Static } from '@sinclair/typebox'
import { findDuplicates, problemIn } from '../checks/find-problems.ts'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile, ListOrNone, Name, OrNull } from '../config-file.ts'
import type { ApiClient } from './api-clients.ts'
import { SecretHash } from './secret-hash.ts'
import type { User } from './users.ts'

const UserCredentials = ConfigObject(
  {
    userName: Name('A person of `users.json`.'),
    passwordHash: SecretHash('Hash of the password. Made by `oms user add`.'),
  },
  'What a person signs in with.',
)

const ClientCredentials = ConfigObject(
  {
    clientId: Name('A client of `api-clients.json`.'),
    secretHash: SecretHash('Hash of the secret. Made by tools/hash-secret.ts.'),
    previousSecretHash: OrNull(SecretHash('Hash of the secret before, which is valid too until this is removed.')),
  },
  'What a program gets its tokens with.',
)

/**
 * The hashes, which the gateway alone reads: every other service has a folder without this file
 * (configuration.md#credentials).
 */
export const credentialsFile = defineConfigFile({
  file: 'credentials.json',
  summary: 'Hashes of passwords and client secrets, for the gateway alone. It may be missing.',
  schema: ConfigFile(
    {
      users: ListOrNone(UserCredentials, 'Of people.'),
      apiClients: ListOrNone(ClientCredentials, 'Of API clients.'),
    },
    'The credentials.',
  ),
  whenMissing: { users: [], apiClients: [] },
  isSecret: true,
  read: (content) => content,
})
export type Credentials = Static<typeof credentialsFile.schema>

const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** The people with their hashes. One that a person has in `users.json` counts. */
export function withPasswordHashes(users: readonly User[], { users: credentials }: Credentials): User[] {
  const hashes = new Map(credentials.map(({ userName, passwordHash }) => [nameKey(userName), passwordHash]))
  return users.map((user) => ({ ...user, passwordHash: user.passwordHash ?? hashes.get(nameKey(user.userName)) ?? null }))
}

/** The clients with their hashes. Those that a client has in `api-clients.json` count. */
export function withSecretHashes(clients: readonly ApiClient[], { apiClients: credentials }: Credentials): ApiClient[] {
  const byId = new Map(credentials.map(({ clientId, ...hashes }) => [clientId, hashes]))
  return clients.map((client) => (client.secretHash === null ? { ...client, ...byId.get(client.clientId) } : client))
}

/** Nobody has credentials twice. */
export function findCredentialProblems({ users, apiClients }: Credentials): ConfigProblem[] {
  const { file } = credentialsFile
  return [
    ...findDuplicates({ file, list: 'users', items: users, key: 'userName', value: ({ userName }) => nameKey(userName) }),
    ...findDuplicates({ file, list: 'apiClients', items: apiClients, key: 'clientId', value: ({ clientId }) => clientId }),
  ]
}

/** Warnings about credentials of nobody. */
export function findCredentialWarnings(
  { users, apiClients }: Credentials,
  known: { users: readonly User[]; apiClients: readonly ApiClient[] },
): ConfigProblem[] {
  const report = problemIn(credentialsFile.file)
  const names = new Set(known.users.map(({ userName }) => nameKey(userName)))
  const ids = new Set(known.apiClients.map(({ clientId }) => clientId))
  const remedy = 'Correct the name, or remove the entry.'
  return [
    ...users.flatMap(({ userName }, index) =>
      names.has(nameKey(userName)) ? [] : [report(`users[${index}].userName`, `there is no user "${userName}"`, remedy)],
    ),
    ...apiClients.flatMap(({ clientId }, index) =>
      ids.has(clientId) ? [] : [report(`apiClients[${index}].clientId`, `there is no client "${clientId}"`, remedy)],
    ),
  ]
}
