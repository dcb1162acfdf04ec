import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher, Pool } from 'undici'
import { isFailure } from '../limits/count-failures.ts'
import { clientPace } from './client-pace.ts'
import { headersForUpstream } from './forwarded-headers.ts'
import { type Attempts, pauseBeforeRepeat } from './repeat-request.ts'
import { bodyToForward, wholeBody } from './request-body.ts'
import { headersForClient, type ResponseRules } from './response-rules.ts'
import { overloaded, STREAM_SILENCE_MS, type Upstream, unavailable } from './upstream.ts'

/**
 * Where requests of a route go, how long their bodies may be, and whether even its reads have an
 * effect.
 */
export type Target = {
  upstream: Upstream
  /** Which responses reach the client, and how. */
  rules: ResponseRules
  bodyLimit: number
  hasEffect?: boolean
  /** What the service gets in place of the body. */
  changeBody?: ((request: FastifyRequest, body: Buffer) => Promise<Buffer>) | undefined
  /** The token that the service gets for the request; absent for routes that need none. */
  tokenOf?: (request: FastifyRequest) => string | Promise<string>
  /**
   * Of routes that need no token: the lowest rate at which a client may take a response; 0: any.
   */
  publicBytesPerSecondMin?: number
  /** Of routes whose responses continue for as long as the client listens: those that are open. */
  streams?: Set<ServerResponse>
}

type Exchange = {
  upstream: Upstream
  rules: ResponseRules
  pool: Pool
  request: FastifyRequest
  reply: FastifyReply
  headers: IncomingHttpHeaders
  body: Buffer | Readable | null
  attempts: Attempts
  bytesPerSecondMin: number
  /** Longest time in which the client may take nothing. */
  stalledMs: number
}

/**
 * Passes a request on to its service and the response back, both as streams, path and query as they
 * came. A client that disconnects cancels the request there, and so does one that stops reading, or
 * without a token reads too slowly. A response that breaks off breaks off for the client too. A
 * request that no process of the service has taken, and one that is safe to repeat, is sent again
 * (http.md#repeated-requests). Raises `PayloadTooLarge`, `RequestTimeout`, `Unavailable` (no
 * response has begun).
 */
export async function forwardRequest(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { upstream, rules, hasEffect = false, tokenOf, publicBytesPerSecondMin, streams } = target
  const signed = tokenOf?.(request) ?? null
  const token = signed instanceof Promise ? await signed : signed
  const { body, length } = await bodyForService(target, request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const exchange: Exchange = {
    upstream,
    rules,
    pool: choosePool(target),
    request,
    reply,
    headers: { ...headersForUpstream(request, token), ...length },
    body,
    attempts: {
      isWhole: body === null || Buffer.isBuffer(body),
      isSafe: (isRead && !hasEffect) || request.headers['idempotency-key'] !== undefined,
      refused: 0,
      broken: 0,
    },
    bytesPerSecondMin: publicBytesPerSecondMin ?? 0,
    stalledMs: streams === undefined ? upstream.timeoutMs : STREAM_SILENCE_MS,
  }
  if (streams !== undefined) streams.add(reply.raw.once('close', () => void streams.delete(reply.raw)))
  // The body of a read, should a client send one, is not passed on, so its length must not be
  // either.
  if (isRead && exchange.headers['content-length'] !== undefined) delete exchange.headers['content-length']
  try {
    await new Promise<void>((resolve, reject) => dispatch(exchange, resolve, reject))
  } finally {
    if (!request.raw.complete) readOff(request.raw)
  }
}

type ForwardedBody = { body: Exchange['body']; length: { 'content-length'?: string } }

/** What the service gets as the body, and its length where that is another than the client's. */
async function bodyForService({ bodyLimit, changeBody }: Target, request: FastifyRequest): Promise<ForwardedBody> {
  const given = bodyToForward(request.raw, bodyLimit)
  const body = given instanceof Promise ? await given : given
  if (body === null || changeBody === undefined) return { body, length: {} }
  const changed = await changeBody(request, await wholeBody(body))
  return { body: changed, length: { 'content-length': String(changed.length) } }
}

function choosePool({ upstream, publicBytesPerSecondMin, streams }: Target): Pool {
  if (streams !== undefined) return upstream.streamPool
  return publicBytesPerSecondMin === undefined ? upstream.pool : upstream.publicPool
}

/**
 * Drops what is left of a body that nobody wants, so that the client sees its response and the
 * connection can continue or end.
 */
function readOff(message: IncomingMessage): void {
  message.unpipe()
  message.resume()
}

/**
 * What a request in absolute form (RFC 9112, section 3.2.2) has before its path, as the router
 * reads it.
 */
const SCHEME_AND_HOST = /^https?:\/\/.*?\//i

function dispatch(exchange: Exchange, resolve: () => void, reject: (reason: Error) => void): void {
  const { upstream, pool, request, headers, body } = exchange
  const method = request.method as Dispatcher.HttpMethod
  const path = request.originalUrl.replace(SCHEME_AND_HOST, '/')
  dispatchInTime(pool, {
    options: { method, path, headers, body },
    handler: responseHandler(exchange, resolve, reject),
    waitMs: upstream.timeoutMs,
    onLate: () => reject(overloaded(upstream.name)),
  })
}

function responseHandler(exchange: Exchange, resolve: () => void, reject: (reason: Error) => void): Dispatcher.DispatchHandler {
  const { raw } = exchange.reply
  let controller: Dispatcher.DispatchController | null = null
  const cancelIfGone = () => {
    if (!raw.writableFinished) controller?.abort(new Error('The client has disconnected.'))
  }
  const pace = clientPace(exchange, () => raw.destroy())
  const proceed = () => {
    pace.release()
    controller?.resume()
  }
  return {
    onRequestStart(started) {
      controller = started
      if (raw.destroyed) cancelIfGone()
      else raw.once('close', cancelIfGone)
    },
    onResponseStart(running, status, headers: IncomingHttpHeaders) {
      if (status < 200) return
      const refusal = isFailure(status) ? exchange.request.failures?.fail() : null
      // Shared buckets respond too late for this one; the next is refused.
      if (refusal instanceof DomainError) {
        reject(refusal)
        return running.abort(refusal)
      }
      raw.writeHead(status, headersForClient(exchange.reply.getHeaders() as OutgoingHttpHeaders, headers, exchange.rules))
      exchange.reply.hijack()
      // A client that stops reading would keep a connection to the service forever.
      raw.setTimeout(exchange.stalledMs, () => raw.destroy())
      raw.on('drain', proceed)
      raw.once('close', pace.release)
    },
    onResponseData(running, chunk) {
      // Its session has ended.
      if (raw.writableEnded) return running.abort(new Error('The response has ended.'))
      pace.gave(chunk.length)
      if (raw.write(chunk)) return
      running.pause()
      pace.hold()
    },
    onResponseEnd() {
      raw.end()
      resolve()
    },
    onResponseError(_controller, failure) {
      raw.off('close', cancelIfGone)
      if (raw.headersSent || raw.destroyed) {
        // Nobody is left to respond to, or the response has begun: breaking it off is the only way
        // to say that it is not whole.
        if (!exchange.reply.sent) exchange.reply.hijack()
        raw.destroy()
        return resolve()
      }
      const pauseMs = pauseBeforeRepeat(exchange.attempts, failure)
      if (pauseMs !== null) return void setTimeout(dispatch, pauseMs, exchange, resolve, reject)
      reject(failure instanceof DomainError ? failure : unavailable(exchange.upstream.name, failure))
    },
  }
}

type Dispatch = {
  options: Dispatcher.DispatchOptions
  handler: Dispatcher.DispatchHandler
  /** Longest wait for a free connection. */
  waitMs: number
  /**
   * Called instead of the handler, which then hears nothing of the request, when none came free.
   */
  onLate: () => void
}

/**
 * Sends a request as soon as a connection is free. The pool itself would let it wait forever, and
 * ever more of them when connections are held by slow responses.
 */
function dispatchInTime(pool: Dispatcher, { options, handler, waitMs, onLate }: Dispatch): void {
  let state: 'waiting' | 'begun' | 'late' = 'waiting'
  let timer: NodeJS.Timeout | undefined
  const leave = () => {
    clearTimeout(timer)
    if (state === 'waiting') state = 'begun'
    return state === 'begun'
  }
  pool.dispatch(options, {
    ...handler,
    onRequestStart(controller, context) {
      if (leave()) handler.onRequestStart?.(controller, context)
      else controller.abort(new Error('Nobody waits for the response any more.'))
    },
    onResponseError(controller, error) {
      if (leave()) handler.onResponseError?.(controller, error)
    },
  })
  // With a connection at hand it has begun already.
  if (state !== 'waiting') return
  timer = setTimeout(() => {
    state = 'late'
    onLate()
  }, waitMs)
}
