import { DomainError } from '@open-oms/contracts/errors'
import { errorResponse } from '@open-oms/service-kit/http/error-handler'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'
import type { Buckets } from './memory-buckets.ts'
import type { RouteLimit } from './route-limits.ts'
import type { Decision } from './token-bucket.ts'

/** What a request, if it fails, is counted by. */
export type FailureCount = {
  address: string
  /** The address had used up its failures when the request came. */
  isOver: boolean
  /** The request failed as one too many. */
  isRefused: boolean
  /** Counts the request as failed; returns the refusal that replaces its response, or null. */
  fail(): DomainError | null | Promise<DomainError | null>
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyRequest {
    /** Null where failures are not counted. */
    failures: FailureCount | null
  }
}

/** Prepares the count of a request's failure, and returns how many are left for its address. */
export async function countFailures(buckets: Buckets, { name, policy }: RouteLimit, request: FastifyRequest): Promise<Decision> {
  const address = addressKey(request.ip)
  const key = `${name}:address:${address}`
  const left = await buckets.take(key, policy, 0)
  const refused = ({ refillInMs }: Decision) => {
    failures.isRefused = true
    return tooManyFailures(refillInMs)
  }
  const failures: FailureCount = {
    address,
    isOver: !left.isAllowed,
    isRefused: false,
    fail() {
      if (failures.isOver) return refused(left)
      const taken = buckets.take(key, policy)
      const toRefusal = (decision: Decision) => (decision.isAllowed ? null : refused(decision))
      return taken instanceof Promise ? taken.then(toRefusal) : toRefusal(taken)
    },
  }
  request.failures = failures
  return left
}

function tooManyFailures(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const message = `Too many failed attempts from one address. Try again in ${retryAfterSeconds} s.`
  return new DomainError('RateLimited', message, { retryAfterSeconds })
}

/** Whether a status says that the request was at fault; 429 is of a limit already. */
export function isFailure(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/** The `onSend` hook that counts failed requests, and replaces the response of one too many. */
export async function sendCounted(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.failures === null || !isFailure(reply.statusCode)) return payload
  const refusal = await request.failures.fail()
  if (refusal === null) return payload
  const { status, headers, body } = errorResponse(refusal, request.traceId)
  reply.removeHeader('www-authenticate').code(status).headers(headers)
  return body
}
