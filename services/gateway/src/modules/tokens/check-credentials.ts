import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import { matchesSecretHash, SECRET_LENGTH_MIN } from '@open-oms/service-kit/config/secret-hash'
import type { ClientRegistry } from './client-registry.ts'
import { createTurnstile, type Turnstile } from './turnstile.ts'

export type Credentials = { clientId: string; clientSecret: string }

/**
 * Returns the client with these credentials, or null. `Unavailable` when too many checks are
 * waiting.
 */
export type CheckCredentials = (credentials: Credentials) => Promise<ApiClient | null>

/** Longer input is nobody's secret and is cut off before it is hashed. */
export const SECRET_LENGTH_MAX = 1_024

/**
 * Compared when there is no such client, so that an unknown one takes as long as a wrong
 * secret. No secret has this hash.
 */
const NOBODYS_HASH = `scrypt$16384$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

/**
 * Makes the check of credentials (security.md#tokens). A client may have two secrets for a while. A
 * secret that is right costs one scrypt, or two for the former one; one that is wrong costs two,
 * whether the client is known or not. Only a pair that was right before and still is is recognised
 * without one, by a digest under a key that never leaves the process.
 */
export function createCredentialCheck(
  registry: ClientRegistry,
  options: { isProduction: boolean; inTurn?: Turnstile },
): CheckCredentials {
  const key = randomBytes(32)
  const known = new Map<string, Buffer>()
  const { inTurn = createTurnstile() } = options

  return async ({ clientId, clientSecret }) => {
    const client = registry.find(clientId)
    const hashes = [client?.secretHash ?? NOBODYS_HASH, client?.previousSecretHash ?? NOBODYS_HASH] as const
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([clientId, hashes, clientSecret]))
      .digest()
    const before = known.get(clientId)
    if (client !== undefined && before !== undefined && timingSafeEqual(before, digest)) return client

    const isRight = await inTurn(() => matchesEitherSecret(clientSecret.slice(0, SECRET_LENGTH_MAX), hashes))
    const isTooShort = options.isProduction && clientSecret.length < SECRET_LENGTH_MIN
    if (client === undefined || !isRight || isTooShort || clientSecret.length > SECRET_LENGTH_MAX) return null
    known.set(clientId, digest)
    return client
  }
}

async function matchesEitherSecret(secret: string, [current, previous]: readonly [string, string]): Promise<boolean> {
  return (await matchesSecretHash(secret, current)) || (await matchesSecretHash(secret, previous))
}
