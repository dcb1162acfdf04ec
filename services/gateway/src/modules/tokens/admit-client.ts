import { DomainError } from '@open-oms/contracts/errors'
import { dropOldest } from '@open-oms/service-kit/authentication/drop-oldest'
import type { FastifyRequest } from 'fastify'
import { requireNetwork } from '../limits/networks.ts'
import type { ClientRegistry } from './client-registry.ts'

type Admission = {
  registry: ClientRegistry
  isEnded: (tokenId: string) => Promise<boolean>
  now: () => number
}

/** A token that was good is looked at again after this time: a request must not wait for Redis. */
const REMEMBERED_MS = 5_000
const REMEMBERED_MAX = 5_000

/**
 * Makes the `onRequest` hook that refuses clients whose token was revoked, whose time is over, or
 * who come from another network (security.md#api-clients). Raises `Unauthorized`,
 * `AddressNotAllowed`.
 */
export function admitClient({ registry, isEnded, now }: Admission) {
  const goodUntil = new Map<string, number>()

  async function isGood(tokenId: string): Promise<boolean> {
    if ((goodUntil.get(tokenId) ?? 0) > now()) return true
    goodUntil.delete(tokenId)
    if (await isEnded(tokenId)) return false
    goodUntil.set(tokenId, now() + REMEMBERED_MS)
    dropOldest(goodUntil, REMEMBERED_MAX)
    return true
  }

  return async ({ caller, ip }: FastifyRequest): Promise<void> => {
    if (caller === null || caller.isPerson === true) return
    const { clientId, tokenId } = caller
    if (registry.isExpired(clientId)) throw new DomainError('Unauthorized', 'The time of the client is over.')
    const client = registry.find(clientId)
    if (client !== undefined) requireNetwork(client, ip)
    if (tokenId !== undefined && !(await isGood(tokenId))) throw new DomainError('Unauthorized', 'The token was revoked.')
  }
}
