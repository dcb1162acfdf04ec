import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import { findKnownSecrets } from '@open-oms/service-kit/authentication/known-secrets'

/** The API clients of the tenant configuration, replaced as a whole at a reload. */
export type ClientRegistry = {
  /** One whose time is over is none. */
  find(clientId: string): ApiClient | undefined
  /** Whether the time of a client of the configuration is over. */
  isExpired(clientId: string): boolean
  /**
   * Takes over new content. A removed client gets no new token; its tokens stay valid until they
   * expire, at most an hour.
   */
  replace(clients: readonly ApiClient[]): void
}

export function createClientRegistry(clients: readonly ApiClient[]): ClientRegistry {
  let byId = new Map(clients.map((client) => [client.clientId, client]))
  const isExpired = (clientId: string) => {
    const expiresAt = byId.get(clientId)?.expiresAt ?? null
    return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  }
  return {
    find: (clientId) => (isExpired(clientId) ? undefined : byId.get(clientId)),
    isExpired,
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
