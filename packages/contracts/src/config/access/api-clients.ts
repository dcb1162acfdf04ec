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
import { RateLimit } from '../settings.ts'
import { type Store, storesContradicted } from '../stores.ts'
import { findRoleReferenceProblems, type NamedRole, RoleName } from './roles.ts'
import { hashInPublicFile, SecretHash } from './secret-hash.ts'

export const ApiClient = ConfigObject(
  {
    clientId: Name('The id the client sends.'),
    secretHash: OrNull(SecretHash('As in `credentials.json`, where the hash belongs: every service reads this file.')),
    previousSecretHash: OrNull(SecretHash('As in `credentials.json`.')),
    roles: Type.Array(RoleName, { description: 'What the client may do.' }),
    storeIds: ListOrNone(Name('Store id.'), 'The stores the client is limited to; empty: all.'),
    allStores: FlagWithDefault(false, 'Says that no store is meant: the client works in all of them.'),
    rateLimit: OrNull(RateLimit),
    publicKeys: ListOrNone(
      Type.Record(Type.String(), Type.Unknown(), { description: 'A public key as JWK, Ed25519 or P-256.' }),
      'Keys of the client, which signs assertions in place of sending a secret (`private_key_jwt`, RFC 7523).',
    ),
    expiresAt: OrNull(
      Type.String({ format: 'date-time', description: 'From then on the client gets no token, and its tokens are refused.' }),
    ),
    networks: ListOrNone(
      Network('Address or network, `10.0.0.0/8`.'),
      'The networks that the client may come from; empty: any. Behind a proxy, TRUST_PROXY must be set.',
    ),
    isDemo: FlagWithDefault(false, 'A client of the sample, whose secret everybody knows. Refused when NODE_ENV is production.'),
  },
  'A program that may ask for tokens (security.md#api-clients).',
)
export type ApiClient = Static<typeof ApiClient>

export const apiClientsFile = defineConfigFile({
  file: 'api-clients.json',
  summary: 'Programs that may call the interface, with roles and stores.',
  schema: ConfigFile({ apiClients: Type.Array(ApiClient) }, 'The API clients.'),
  read: (content) => content.apiClients,
})

/** Client ids are unique, and their stores are no contradiction. */
export function findApiClientProblems(clients: readonly ApiClient[]): ConfigProblem[] {
  const report = problemIn(apiClientsFile.file)
  const contradicted = clients.flatMap((client, index) => storesContradicted(report, `apiClients[${index}]`, client))
  const twice = findDuplicates({
    file: apiClientsFile.file,
    list: 'apiClients',
    items: clients,
    key: 'clientId',
    value: (client) => client.clientId,
  })
  return [...twice, ...contradicted]
}

/** Clients are limited to stores that exist. */
export function findApiClientStoreProblems(clients: readonly ApiClient[], stores: readonly Store[]): ConfigProblem[] {
  const references = namesWithin('apiClients', clients, 'storeIds')
  return findUnresolved(apiClientsFile.file, references, { what: 'a store', names: stores.map((store) => store.id) })
}

/** Clients have roles that there are. */
export function findApiClientRoleProblems(clients: readonly ApiClient[], named: readonly NamedRole[]): ConfigProblem[] {
  return findRoleReferenceProblems(apiClientsFile.file, namesWithin('apiClients', clients, 'roles'), named)
}

/** Warnings about hashes that stand where every service reads them. */
export function findClientHashWarnings(clients: readonly ApiClient[]): ConfigProblem[] {
  const report = problemIn(apiClientsFile.file)
  return clients.flatMap(({ clientId, secretHash }, index) =>
    secretHash === null ? [] : [hashInPublicFile(report, `apiClients[${index}].secretHash`, clientId)],
  )
}
