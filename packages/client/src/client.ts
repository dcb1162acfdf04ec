import { type Call, parseVersion } from './call.ts'
import { fetchWithProgress, type UploadInit } from './fetch.ts'
import type { paths } from './generated/openapi.ts'
import type { RetryOptions } from './retries.ts'
import { type ClientContext, send } from './send.ts'
import { createSlots } from './slots.ts'
import { createToken, type FetchedToken, type TokenSource } from './token.ts'
import type {
  Method,
  OperationOf,
  PathOf,
  RequestArgument,
  ResultOf,
  SparsePathOf,
  SparseRequestOf,
  SparseResultOf,
} from './typed-call.ts'

export type ClientOptions = {
  /** The address of the gateway, such as `https://orders.example.com`. */
  baseUrl: string
  /** Without it only public paths can be called. */
  token?: TokenSource
  retries?: RetryOptions
  /**
   * Calls that are under way at a time, 20 by default; the others wait. The gateway takes 40 of one
   * API client.
   */
  concurrencyMax?: number
  /** Milliseconds that one try of a call may take; 60,000 by default. */
  timeoutMs?: number
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>>
  /**
   * The `traceparent` of a call (W3C Trace Context), such as that of the active span; none by
   * default.
   */
  traceparent?: () => string | undefined
  /** Ends every call of the client. */
  signal?: AbortSignal
  /**
   * Another `fetch` than `fetchWithProgress` of `@open-oms/client/fetch`. Where it does not heed
   * `onUploadProgress`, browsers report progress of uploads at their end only.
   */
  fetch?: (url: string, request: UploadInit) => Promise<Response>
}

/** A successful response, read to its end. */
export type ClientResponse<T> = {
  /** Null when the response has none. */
  body: T
  status: number
  headers: Headers
  /**
   * The version of the order, cart or product in the body, for `ifMatch`; null when the response
   * names none.
   */
  version: string | null
  /**
   * The write was made by an earlier request with the same idempotency key, and this is its
   * response.
   */
  isReplayed: boolean
}

type CallOf<M extends Method> = {
  /** Orders without the fields that are empty. */
  <P extends SparsePathOf<M>>(path: P, request: SparseRequestOf<OperationOf<P, M>>): Promise<SparseResultOf<OperationOf<P, M>>>
  <P extends PathOf<M>>(path: P, ...request: RequestArgument<OperationOf<P, M>>): Promise<ResultOf<OperationOf<P, M>>>
}

/**
 * Calls the gateway. Every call raises `ApiError` for what is refused, `ConnectionError` when there
 * is no response, and the reason of a signal that aborts it. Calls that read, and writes by their
 * idempotency key, are repeated before that.
 */
export type Client = {
  readonly baseUrl: string
  /** The body of the response. */
  get: CallOf<'get'>
  post: CallOf<'post'>
  put: CallOf<'put'>
  patch: CallOf<'patch'>
  delete: CallOf<'delete'>
  /** The body with status, headers and version; orders without the fields that are empty. */
  request<M extends Method, P extends SparsePathOf<M>>(
    method: M,
    path: P,
    request: SparseRequestOf<OperationOf<P, M>>,
  ): Promise<ClientResponse<SparseResultOf<OperationOf<P, M>>>>
  /** The body with status, headers and version. */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...request: RequestArgument<OperationOf<P, M>>
  ): Promise<ClientResponse<ResultOf<OperationOf<P, M>>>>
  /** Calls any path; nothing is checked by types. */
  call<T = unknown>(call: Call): Promise<ClientResponse<T>>
  /**
   * Calls any path, and returns the successful response with its body still to be read. What breaks
   * off then is not repeated.
   */
  open(call: Call): Promise<Response>
}

/** A client of one gateway. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const context = buildClientContext(options)
  const call = <T>(given: Call) => send(given, context, readResponse<T>)
  const typed =
    (method: Method) =>
    async (path: keyof paths, request: object = {}) =>
      (await call({ ...request, method: method.toUpperCase(), path })).body as never
  return {
    baseUrl: options.baseUrl,
    get: typed('get'),
    post: typed('post'),
    put: typed('put'),
    patch: typed('patch'),
    delete: typed('delete'),
    request: (method: Method, path: keyof paths, request: object = {}) =>
      call<never>({ ...request, method: method.toUpperCase(), path }),
    call,
    open: (given) => send(given, context, async (response) => response),
  }
}

function buildClientContext(options: ClientOptions): ClientContext {
  const { token: source, concurrencyMax = 20 } = options
  const context: ClientContext = {
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? fetchWithProgress,
    slots: createSlots(concurrencyMax),
    token: null,
    retries: options.retries ?? {},
    timeoutMs: options.timeoutMs ?? 60_000,
    headers: options.headers ?? {},
    traceparent: options.traceparent ?? null,
    signal: options.signal,
  }
  if (source === undefined) return context
  // It has a key as every write, and so is repeated: a second token does no harm.
  const fetchToken = async (credentials: object) => {
    const body = { ...credentials, returnAsJson: true }
    return (await send({ method: 'POST', path: '/api/Token', body }, context, readResponse<FetchedToken>)).body
  }
  return { ...context, token: createToken(source, fetchToken) }
}

async function readResponse<T>(response: Response): Promise<ClientResponse<T>> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '')
  return {
    body: (text === '' ? null : isJson ? JSON.parse(text) : text) as T,
    status,
    headers,
    version: parseVersion(headers),
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}
