import { type ApiClient, apiClientsFile } from '@oms/contracts/config/api-clients'
import type { ConfigProblem } from '@oms/contracts/config/config-file'
import { isSecretOf } from '../config/secret-hash.ts'

/** The secret of every client of the sample configuration. */
const DEMO_SECRET = 'demo-secret'

/**
 * Clients whose secret is known or easily guessed, which are refused when NODE_ENV is production
 * (security.md#api-clients). A hash does not show how long its secret is: short secrets are refused when they are used.
 */
export async function findKnownSecrets(clients: readonly ApiClient[]): Promise<ConfigProblem[]> {
  const found = await Promise.all(
    clients.map(async (client, index) => {
      const reason = await reasonOf(client)
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

async function reasonOf({ clientId, isDemo, secretHash, previousSecretHash }: ApiClient): Promise<string | null> {
  if (isDemo) return `"${clientId}" is a demo client, whose secret everybody knows`
  for (const hash of [secretHash, previousSecretHash]) {
    if (hash === null) continue
    if ((await isSecretOf(DEMO_SECRET, hash)) || (await isSecretOf(clientId, hash)))
      return `the secret of "${clientId}" is a known one`
  }
  return null
}
