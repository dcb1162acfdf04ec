import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'

// Installed whether traces are exported or not: a traceparent that came in is carried on to the
// events that a request causes.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

/** W3C Trace Context; later versions may add fields at the end. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

let tracer: Tracer | null = null

/** Switches spans on or off for the process; `startTracing` calls it. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** True when spans are made. */
export function isTracing(): boolean {
  return tracer !== null
}

/**
 * The W3C traceparent of the running work, for an event or an outgoing call; undefined when it
 * belongs to no trace.
 */
export function currentTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active())
  if (span === undefined) return undefined
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** The context of a traceparent; the root's when it is absent or not valid. */
function parseTraceparent(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

export type RequestSpan = { span: Span | null; context: Context }

/**
 * Begins the span of an incoming request. Without tracing it only takes up the trace of the
 * traceparent, if that is valid.
 */
export function startRequestSpan(name: string, traceparent: string | undefined, attributes: Attributes): RequestSpan {
  const parent = parseTraceparent(traceparent)
  if (tracer === null) return { span: null, context: parent }
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, context: trace.setSpan(parent, span) }
}

/** Continues inside of a context. */
export function runInContext<T>(active: Context, work: () => T): T {
  return context.with(active, work)
}

function fail(span: Span, error: unknown): never {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (error instanceof Error) span.recordException(error)
  throw error
}

async function runInSpan<T>(span: Span, active: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(active, work)
  } catch (error) {
    return fail(span, error)
  } finally {
    span.end()
  }
}

/** Runs the work in a span of its own under the running one. */
export function withSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  const parent = context.active()
  const span = tracer.startSpan(name, {}, parent)
  return runInSpan(span, trace.setSpan(parent, span), work)
}

/**
 * Runs the work as part of the trace that a traceparent names, such as the one an event brought.
 */
export function runWithTraceparent<T>(traceparent: string | undefined, name: string, work: () => Promise<T>): Promise<T> {
  const parent = parseTraceparent(traceparent)
  if (tracer === null) return traceparent === undefined ? work() : context.with(parent, work)
  const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER }, parent)
  return runInSpan(span, trace.setSpan(parent, span), work)
}
