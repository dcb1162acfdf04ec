import { type ApiClient, apiClientsFile } from '@open-oms/contracts/config/access/api-clients'
import { isKeptHash } from '@open-oms/contracts/config/access/secret-hash'
import { type User, usersFile } from '@open-oms/contracts/config/access/users'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { hasPasswordCost, matchesSecretHash } from '../config/secret-hash.ts'

/** The secret of every client of the sample configuration. */
const DEMO_SECRET = 'demo-secret'
/** The password of every user of the sample configuration. */
const DEMO_PASSWORD = 'demo-password'

/**
 * Clients whose secret is known or easily guessed, which are refused when NODE_ENV is production
 * (security.md#api-clients). A hash does not show how long its secret is: short secrets are refused
 * when they are used.
 */
export async function findKnownSecrets(clients: readonly ApiClient[]): Promise<ConfigProblem[]> {
  const found = await Promise.all(
    clients.map(async (client, index) => {
      const reason = await findKnownSecretReason(client)
      if (reason === null) return []
      const remedy = client.isDemo
        ? 'Remove it before production.'
        : 'Make a secret of its own, and its hash with tools/hash-secret.ts.'
      const path = `apiClients[${index}].${client.isDemo ? 'isDemo' : 'secretHash'}`
      return [{ file: apiClientsFile.file, path, reason, remedy }]
    }),
  )
  return found.flat()
}

async function findKnownSecretReason({ clientId, isDemo, secretHash, previousSecretHash }: ApiClient): Promise<string | null> {
  if (isDemo) return `"${clientId}" is a demo client, whose secret everybody knows`
  for (const hash of [secretHash, previousSecretHash]) {
    if (hash === null) continue
    if (await isKnown([DEMO_SECRET, clientId], hash)) return `the secret of "${clientId}" is a known one`
  }
  return null
}

/**
 * People whose password is known or easily guessed, which are also refused
 * (security.md#people).
 */
export async function findKnownPasswords(users: readonly User[]): Promise<ConfigProblem[]> {
  const found = await Promise.all(
    users.map(async ({ userName, passwordHash, isDemo }, index) => {
      const path = `users[${index}].${isDemo ? 'isDemo' : 'passwordHash'}`
      // Whatever makes hashes of this cost refuses such passwords, and to try them takes long.
      if (!isDemo) {
        if (passwordHash === null || isKeptHash(passwordHash) || hasPasswordCost(passwordHash)) return []
        if (!(await isKnown([DEMO_PASSWORD, userName], passwordHash))) return []
      }
      const reason = isDemo
        ? `"${userName}" is a demo user, whose password everybody knows`
        : `the password of "${userName}" is a known one`
      const remedy = isDemo ? 'Remove the user before production.' : 'Give the user another password with `oms user password`.'
      return [{ file: usersFile.file, path, reason, remedy }]
    }),
  )
  return found.flat()
}

async function isKnown(secrets: readonly string[], hash: string): Promise<boolean> {
  for (const secret of secrets) if (await matchesSecretHash(secret, hash)) return true
  return false
}
