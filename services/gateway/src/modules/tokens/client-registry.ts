import type { ApiClient } from '@oms/contracts/config/api-clients'
import { findKnownSecrets } from '@oms/service-kit/authentication/known-secrets'

/** The API clients of the tenant configuration, replaced as a whole at a reload. */
export type ClientRegistry = {
  find(clientId: string): ApiClient | undefined
  /**
   * Takes over new content. A removed client gets no new token; its tokens stay valid until they
   * expire, at most an hour.
   */
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

/**
 * Refuses clients whose secret is known or easily guessed; for NODE_ENV=production
 * (security.md#api-clients). Throws an error that names the first.
 */
export async function refuseKnownSecrets(clients: readonly ApiClient[]): Promise<void> {
  const [first] = await findKnownSecrets(clients)
  if (first !== undefined) throw new Error(`${first.file}: ${first.reason}. ${first.remedy} NODE_ENV is production.`)
}
