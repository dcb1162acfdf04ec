import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fp from 'fastify-plugin'
import { isTracing, runInContext, startRequestSpan } from '../observability/tracing.ts'

const SANE_ID = /^[\w.:+/=-]{1,128}$/

/** The client's `X-Request-Id` if it is sane, else a new UUID. */
export function requestId(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : crypto.randomUUID()
}

const spans = new WeakMap<FastifyRequest, Span>()

function beginTrace(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const route = request.is404 ? 'unmatched' : request.routeOptions.url
  const attributes = { 'http.request.method': request.method, 'http.route': route ?? 'unmatched' }
  const { traceparent } = request.headers
  const started = startRequestSpan(
    `${request.method} ${route}`,
    typeof traceparent === 'string' ? traceparent : undefined,
    attributes,
  )
  request.traceId = trace.getSpanContext(started.context)?.traceId ?? request.id
  reply.header('x-trace-id', request.traceId)
  if (started.span !== null) spans.set(request, started.span)
  runInContext(started.context, done)
}

function endTrace(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const span = spans.get(request)
  if (span !== undefined) {
    span.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  done()
}

/**
 * Gives every request its ids, in the response's headers too, and its place in a trace. Of a
 * process that is about to stop, a response is the last one on its connection.
 */
export const requestContext = fp(
  async (app) => {
    app.decorateRequest('traceId', '')
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id)
      // The client's next request is to find another process (http.md#health).
      if (app.kit.isStopping) reply.header('connection', 'close')
      if (isTracing() || request.headers.traceparent !== undefined) return beginTrace(request, reply, done)
      request.traceId = request.id
      reply.header('x-trace-id', request.id)
      done()
    })
    app.addHook('onResponse', endTrace)
  },
  { name: 'request-context', fastify: '5.x', dependencies: ['server-state'] },
)
