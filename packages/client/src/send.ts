import { anySignal, orAborted, sleep } from './abort.ts'
import { type Call, type PreparedCall, prepareCall } from './call.ts'
import { ApiError, ConnectionError, readApiError } from './errors.ts'
import type { UploadInit } from './fetch.ts'
import { type Failure, pauseBeforeRetry, type RetryOptions } from './retries.ts'
import type { Slots } from './slots.ts'
import type { Token } from './token.ts'

/** What all calls of a client have in common. */
export type ClientContext = {
  baseUrl: string
  fetch: (url: string, request: UploadInit) => Promise<Response>
  slots: Slots
  /** Null: the call needs none. */
  token: Token | null
  retries: RetryOptions
  timeoutMs: number
  headers: Readonly<Record<string, string>>
  traceparent: (() => string | undefined) | null
  signal: AbortSignal | undefined
}

type CallAttempt<T> = {
  context: ClientContext
  prepared: PreparedCall
  read: (response: Response) => Promise<T>
  signal: AbortSignal | null
  timeoutMs: number
  onSent: Call['onSent']
}

/**
 * Makes a call, repeats it while that is safe and worth it, and returns what `read` makes of the
 * successful response. A body that breaks off while it is read counts as no response. Raises
 * `ApiError`, `ConnectionError`, or the reason of a signal.
 */
export async function send<T>(call: Call, context: ClientContext, read: (response: Response) => Promise<T>): Promise<T> {
  const prepared = prepareCall(call, context.baseUrl)
  const signal = anySignal([context.signal, call.signal])
  const reading: CallAttempt<T> = {
    context,
    prepared,
    read,
    signal,
    timeoutMs: call.timeoutMs ?? context.timeoutMs,
    onSent: call.onSent,
  }
  let isRenewed = false
  for (let tries = 1; ; tries++) {
    const token = context.token === null ? null : await orAborted(context.token.get(), signal)
    const outcome = await attempt(reading, token)
    if ('value' in outcome) return outcome.value
    const { failure } = outcome
    if (!prepared.canRepeat) throw failure
    // A refused token is renewed once, and the refused try had no effect: it does not count.
    if (failure instanceof ApiError && failure.status === 401 && !isRenewed && token !== null && context.token?.renew(token)) {
      isRenewed = true
      tries--
      continue
    }
    const pauseMs = pauseBeforeRetry({ failure, tries, isSafe: prepared.isSafe }, context.retries)
    if (pauseMs === null) throw failure
    await sleep(pauseMs, signal)
  }
}

async function attempt<T>(reading: CallAttempt<T>, token: string | null): Promise<{ value: T } | { failure: Failure }> {
  const { context, prepared, signal, timeoutMs } = reading
  return await context.slots.use(signal, async () => {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    try {
      const response = await context.fetch(prepared.url, buildRequest(reading, { token, timeout: timeout.signal }))
      if (!response.ok) return { failure: await readApiError(response, prepared.what) }
      return { value: await reading.read(response) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ApiError) throw error
      const isTimeout = timeout.signal.aborted
      const reason = isTimeout ? `no response within ${timeoutMs} ms` : innermostMessage(error)
      return { failure: new ConnectionError(`${prepared.what}: ${reason}.`, { cause: error, isTimeout }) }
    } finally {
      clearTimeout(timer)
    }
  })
}

function buildRequest<T>(
  { context, prepared, signal, onSent }: CallAttempt<T>,
  { token, timeout }: { token: string | null; timeout: AbortSignal },
) {
  const trace = context.traceparent?.()
  const body = prepared.content()
  return {
    method: prepared.method,
    headers: {
      ...context.headers,
      ...(trace === undefined ? {} : { traceparent: trace }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...prepared.headers,
    },
    body,
    ...(onSent === undefined ? {} : { onUploadProgress: onSent }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    // A write is made where it was meant to be, or not at all.
    redirect: prepared.method === 'GET' || prepared.method === 'HEAD' ? 'follow' : 'manual',
    signal: signal === null ? timeout : AbortSignal.any([signal, timeout]),
  } as UploadInit
}

/** The innermost message: `fetch` itself says only that it failed. */
function innermostMessage(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: string }
  return cause instanceof Error && cause.message !== '' ? innermostMessage(cause) : (message ?? String(error))
}
