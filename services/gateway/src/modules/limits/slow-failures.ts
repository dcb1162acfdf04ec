import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressTurns, createAddressTurns } from './address-turns.ts'

/** A refused attempt keeps the next waiting for so long. */
const HOLD_MS = 1_000
/** How many attempts for one name wait for their turn, and how long each. */
const WAITING_MAX = 64
const WAIT_MS = 5_000
/**
 * How many credentials of an address with too many failures are checked concurrently, so that other
 * addresses find a free check.
 */
const CHECKS_MAX = 2
const CHECKS_WAITING_MAX = 64

/** Whose credentials a request has. */
export type NameOf = (request: FastifyRequest) => string

/**
 * Makes the hooks that slow down guessing (security.md#failed-attempts). Attempts of an address for
 * one name are made one at a time, and one that is refused as one too many keeps the next waiting
 * for a second. So right credentials for another name pass at any time, and nobody guesses faster
 * than once a second. Without `nameOf` the request has a secret and no name: then only attempts of
 * an address with too many failures are slowed down. Raises `RateLimited` when too many wait.
 */
export function createFailureBrake() {
  const attempts = createAddressTurns({ max: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  const checks = createAddressTurns({ max: CHECKS_MAX, waitingMax: CHECKS_WAITING_MAX, waitMs: WAIT_MS })
  return (nameOf?: NameOf) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { failures } = request
      if (failures === null || (nameOf === undefined && !failures.isOver)) return
      const { address } = failures
      const name = createHash('sha256')
        .update(nameOf?.(request) ?? '')
        .digest('base64url')
      await waitForTurn(attempts, `${address} ${name}`, reply, () => (failures.isRefused ? HOLD_MS : 0))
      if (nameOf !== undefined && failures.isOver) await waitForTurn(checks, address, reply, () => 0)
    }
}

// biome-ignore lint/complexity/useMaxParams: whose turn it is, and what ends it.
async function waitForTurn(turns: AddressTurns, key: string, reply: FastifyReply, holdMs: () => number): Promise<void> {
  // A client that has already disconnected would never be released.
  if (reply.raw.destroyed) return
  const turn = turns.enter(key)
  reply.raw.once('close', () => {
    if (holdMs() > 0) setTimeout(turn.end, holdMs()).unref()
    else turn.end()
  })
  await turn.begun
}
