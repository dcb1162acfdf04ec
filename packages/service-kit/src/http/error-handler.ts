import { DomainError, type ErrorCode, type ErrorDetails, errorStatus } from '@open-oms/contracts/errors'
import { trace } from '@opentelemetry/api'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { auditEntry, requestOrigin } from '../audit/audit-entry.ts'
import { ConnectionsInUse, diskFull, isConnectionFailure, isDiskFull, isTimedOut } from '../database/database-errors.ts'
import { errorText } from '../observability/error-text.ts'
import './server-state.ts'

/**
 * `Unavailable` because this process, or a part of it, has too much to do: the request is shed. The
 * metrics count it separately.
 */
export class Overloaded extends DomainError {
  constructor(message: string, retryAfterSeconds: number) {
    super('Unavailable', message, { retryAfterSeconds })
    this.name = 'Overloaded'
  }
}

const RETRY_AFTER_SECONDS = 1
const retryable = new Set<ErrorCode>(['Unavailable', 'ResourceLocked', 'IdempotencyInFlight', 'RateLimited'])

/** The errors that Fastify and its plugins raise, with our codes and texts. */
const frameworkErrors: Record<string, [ErrorCode, string, ErrorDetails?]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', 'The body is larger than this endpoint accepts.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['MalformedJson', 'The body is not as long as its Content-Length says.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', 'This content type is not accepted here.'],
  FST_ERR_BAD_URL: ['ValidationFailed', 'The path is not validly percent-encoded.'],
  FST_ERR_ASYNC_CONSTRAINT: ['NotFound', 'There is no such route.'],
  FST_ERR_MAX_PARAM_LENGTH: ['UriTooLong', 'A part of the path is too long.'],
  FST_ERR_HANDLER_TIMEOUT: ['Unavailable', 'The request took too long.'],
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'ValidationFailed',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'UriTooLong',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  503: 'Unavailable',
}

/**
 * Any error as one of the table; an unexpected one becomes `InternalError` without inner detail.
 */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const { code, statusCode, message, expose } = error as Partial<FastifyError & { expose: boolean }>
  const known = frameworkErrors[code ?? '']
  if (known !== undefined) return new DomainError(...known)
  if (isDiskFull(error)) return diskFull(error)
  if (isTimedOut(error)) return new DomainError('Unavailable', 'The database took too long. Nothing was written.')
  if (isConnectionFailure(error)) return new DomainError('Unavailable', 'A part of the system is not reachable at the moment.')
  // A status is Fastify's or a plugin's only with these signs; other libraries name the status that
  // someone else sent.
  const isForClient = String(code).startsWith('FST_') || expose === true
  const byStatus = codeOfStatus[statusCode ?? 500]
  if (isForClient && byStatus !== undefined) return new DomainError(byStatus, message ?? byStatus)
  return new DomainError('InternalError', 'Something went wrong inside of the service. The trace id helps to find it.')
}

export type ErrorResponse = { status: number; headers: Record<string, string>; body: string }

/** The one error body with its status and headers (http.md#errors). */
export function errorResponse(error: DomainError, traceId: string, hadToken = false): ErrorResponse {
  const { code, message, details } = error
  const headers: Record<string, string> = { ...details.headers, 'content-type': 'application/json; charset=utf-8' }
  const retryAfter = details.retryAfterSeconds ?? (retryable.has(code) ? RETRY_AFTER_SECONDS : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  if (code === 'Unauthorized') headers['www-authenticate'] = hadToken ? 'Bearer error="invalid_token"' : 'Bearer'
  const body = { ...details.fields, message, error: code, errors: details.errors ?? null, traceId }
  return { status: errorStatus[code], headers, body: JSON.stringify(body) }
}

function unavailableFor(error: unknown): 'overload' | 'connections' | 'dependency' {
  if (error instanceof Overloaded) return 'overload'
  return error instanceof ConnectionsInUse ? 'connections' : 'dependency'
}

function record(error: unknown, reported: DomainError, request: FastifyRequest): void {
  const { traceId } = request
  const route = `${request.method} ${request.routeOptions.url ?? 'unmatched'}`
  if (reported.code === 'InternalError') {
    request.log.error({ err: error, traceId, route }, 'a request failed')
    if (error instanceof Error) trace.getActiveSpan()?.recordException(error)
  } else if (errorStatus[reported.code] >= 500) {
    request.server.kit.metrics?.count('oms_http_unavailable_total', { reason: unavailableFor(error) })
    // One line: while a dependency is unreachable all requests fail alike, and a stack for each
    // would hide the rest of the log.
    request.log.warn({ reason: errorText(error), traceId, route }, 'a request could not be served')
  } else request.log.debug({ code: reported.code, reason: reported.message, traceId, route }, 'a request was refused')
}

/** Responds to any failure of a request with the one error body. */
export function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A client that disconnected in the middle of its body looks like a lost connection, but nothing
  // here is down.
  const hasLeft = request.raw.destroyed && !request.raw.complete
  const reported = hasLeft ? new DomainError('MalformedJson', 'The body ended early.') : asDomainError(error)
  record(error, reported, request)
  const { status, headers, body } = errorResponse(reported, request.traceId, request.headers.authorization !== undefined)
  return reply.code(status).headers(headers).send(body)
}

/** Records that a proven caller was refused; null where there is nothing to record. */
function recordForbidden(error: unknown, request: FastifyRequest): Promise<void> | null {
  const { audit } = request.server.kit
  if (audit === null || request.caller === null) return null
  const { code } = asDomainError(error)
  if (errorStatus[code] !== 403) return null
  const { orderId } = (request.params ?? {}) as { orderId?: string }
  const details = { error: code, route: `${request.method} ${request.routeOptions.url ?? 'unmatched'}` }
  const given = { act: 'Forbidden', outcome: 'Refused', details, ...(orderId === undefined ? {} : { orderId }) } as const
  const entry = auditEntry(audit.service, requestOrigin(request, request.caller), given)
  return audit
    .record(entry)
    .catch((err) => request.log.warn({ err, traceId: request.traceId }, 'a refusal could not be recorded in the audit log'))
}

/** Makes `respondWithError` the server's only way to respond to failures. */
export const errorHandler = fp(
  async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const recorded = recordForbidden(error, request)
      if (recorded === null) return respondWithError(error, request, reply)
      return recorded.then(() => respondWithError(error, request, reply))
    })
  },
  { name: 'error-handler', fastify: '5.x', dependencies: ['server-state'] },
)
