import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiClient } from '@oms/contracts/config/api-clients'
import { isSecretOf, SECRET_LENGTH_MIN } from '@oms/service-kit/config/secret-hash'
import { Overloaded } from '@oms/service-kit/http/error-handler'
import type { ClientRegistry } from './client-registry.ts'

export type Credentials = { clientId: string; clientSecret: string }

/** Returns the client with these credentials, or null. `Unavailable` when too many checks are waiting. */
export type CheckCredentials = (credentials: Credentials) => Promise<ApiClient | null>

/** Longer input is nobody's secret and is cut off before it is hashed. */
const SECRET_LENGTH_MAX = 1_024

/** scrypt takes a thread of the pool and 16 MiB each; two at a time leave threads for files and name look-ups. */
const CHECKS_AT_ONCE_MAX = 2
const CHECKS_WAITING_MAX = 64

/** Compared when there is no such client, so that an unknown client takes as long as a wrong secret. No secret has this hash. */
const NOBODYS_HASH = `scrypt$16384$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

/**
 * Makes the check of credentials (security.md#tokens). A client may have two secrets for a while. A secret that is right costs one
 * scrypt, or two for the former one; one that is wrong costs two, whether the client is known or not. Only a pair that was right before
 * and still is is recognised without one, by a digest under a key that never leaves the process.
 */
export function createCredentialCheck(registry: ClientRegistry, options: { isProduction: boolean }): CheckCredentials {
  const key = randomBytes(32)
  const known = new Map<string, Buffer>()
  const inTurn = createTurnstile(CHECKS_AT_ONCE_MAX, CHECKS_WAITING_MAX)

  return async ({ clientId, clientSecret }) => {
    const client = registry.find(clientId)
    const hashes = [client?.secretHash ?? NOBODYS_HASH, client?.previousSecretHash ?? NOBODYS_HASH] as const
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([clientId, hashes, clientSecret]))
      .digest()
    const before = known.get(clientId)
    if (client !== undefined && before !== undefined && timingSafeEqual(before, digest)) return client

    const isRight = await inTurn(() => isOneOf(clientSecret.slice(0, SECRET_LENGTH_MAX), hashes))
    const isTooShort = options.isProduction && clientSecret.length < SECRET_LENGTH_MIN
    if (client === undefined || !isRight || isTooShort || clientSecret.length > SECRET_LENGTH_MAX) return null
    known.set(clientId, digest)
    return client
  }
}

async function isOneOf(secret: string, [current, previous]: readonly [string, string]): Promise<boolean> {
  return (await isSecretOf(secret, current)) || (await isSecretOf(secret, previous))
}

/** Lets `atOnceMax` pieces of work run and `waitingMax` wait; more are `Unavailable`. */
function createTurnstile(atOnceMax: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) {
        throw new Overloaded('Too many token requests are waiting. Try again.', 2)
      }
      await new Promise<void>((start) => waiting.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
