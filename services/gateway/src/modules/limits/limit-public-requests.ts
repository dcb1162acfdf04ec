import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'
import type { AddressTurns } from './address-turns.ts'

/**
 * The `onRequest` hook of routes that need no token: a few requests of each address run
 * concurrently, so that one address does not take all connections to a service. The address is that
 * of the peer, or what a trusted proxy says it is (TRUST_PROXY). Over the limit a request waits,
 * then: `RateLimited`.
 */
export function limitPublicRequests(turns: AddressTurns) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A client that has already disconnected would never be released.
    if (reply.raw.destroyed) return
    const turn = turns.enter(addressKey(request.ip))
    reply.raw.once('close', turn.end)
    await turn.begun
  }
}
