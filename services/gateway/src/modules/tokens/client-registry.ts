import type { ApiClient } from '@oms/contracts/config/api-clients'
import { isSecretOf } from '@oms/service-kit/config/secret-hash'

/** The API clients of the tenant configuration, replaced as a whole at a reload. */
export type ClientRegistry = {
  find(clientId: string): ApiClient | undefined
  /** Takes over new content. A client that is gone gets no new token; its tokens live until they expire, at most an hour. */
  replace(clients: readonly ApiClient[]): void
}

export function createClientRegistry(clients: readonly ApiClient[]): ClientRegistry {
  let byId = new Map(clients.map((client) => [client.clientId, client]))
  return {
    find: (clientId) => byId.get(clientId),
    replace(next) {
      byId = new Map(next.map((client) => [client.clientId, client]))
    },
  }
}

/** The secret of every client of the sample configuration. */
const DEMO_SECRET = 'demo-secret'

/**
 * Refuses clients whose secret is known or easily guessed; for NODE_ENV=production (security.md#api-clients). A hash does not show how long
 * its secret is: short secrets are refused when they are used (see `checkCredentials`).
 * Throws an error that names the client.
 */
export async function refuseKnownSecrets(clients: readonly ApiClient[]): Promise<void> {
  for (const client of clients) {
    if (client.isDemo) {
      throw new Error(`api-clients.json: "${client.clientId}" is a demo client. Remove it: NODE_ENV is production.`)
    }
    const hashes = [client.secretHash, client.previousSecretHash].filter((hash) => hash !== null)
    for (const hash of hashes) {
      if (!(await isSecretOf(DEMO_SECRET, hash)) && !(await isSecretOf(client.clientId, hash))) continue
      throw new Error(`api-clients.json: the secret of "${client.clientId}" is a known one. Change it: NODE_ENV is production.`)
    }
  }
}
