import { providerPath } from '../sessions/sessions.ts'
import type { KnownProvider } from '../sessions/sign-in-methods.ts'
import type { Provider } from './provider.ts'
import { CONSOLE_PATH } from './return-address.ts'

/** Gives the connection to a provider. */
export type ConnectProvider = (provider: KnownProvider) => Promise<Provider>

/**
 * Where a provider leads back to; it must be registered there. Each has its own, so that none can
 * pass for another.
 */
export const callbackPath = (id: string | null) => `${providerPath(id)}/callback`

/**
 * Keeps a connection to each provider. The client of the protocol is loaded when someone signs in.
 */
export function createProviderConnections(publicUrl: string, options: { timeoutSeconds?: number } = {}): ConnectProvider {
  const connections = new Map<string, Provider>()
  return async ({ id, issuer, clientId, clientSecret }) => {
    const { createProvider } = await import('./provider.ts')
    const key = JSON.stringify([id, issuer, clientId])
    const known = connections.get(key)
    if (known !== undefined) return known
    const addresses = { redirectUrl: `${publicUrl}${callbackPath(id)}`, signedOutUrl: `${publicUrl}${CONSOLE_PATH}` }
    const connection = createProvider({ issuer, clientId, clientSecret, ...addresses, ...options })
    connections.set(key, connection)
    return connection
  }
}
