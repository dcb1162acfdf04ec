import { type Parameters, type Query, requestUrl } from './address.ts'

/**
 * The content of a file. A stream can be sent once only: a call with one is never repeated. A
 * function makes a stream for each try.
 */
export type FileContent = Blob | Uint8Array | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>)

/** How one call is made, whatever it calls. */
export type CallOptions = {
  /** Ends the call; its reason is raised. */
  signal?: AbortSignal
  /**
   * Milliseconds that one try may take, its body included unless it is streamed; the client's by
   * default.
   */
  timeoutMs?: number
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /**
   * Makes repetitions of a write harmless; a new one for each call by default. `null`: none, so
   * that the write is not repeated.
   */
  idempotencyKey?: string | null
  /**
   * The version that a write is meant for, as `versionId` of the resource or `version` of a
   * response. Another one is `VersionConflict`.
   */
  ifMatch?: string
}

/** A call of any path: what the typed calls of a client become. */
export type Call = CallOptions & {
  method: string
  /** A path of the interface, with `{names}` for what `params` has. */
  path: string
  params?: Parameters
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  file?: FileContent
  fileType?: string
  /**
   * Is called with the bytes of the file that were sent, from 0 again with each try; in browsers
   * only, where files are not streamed.
   */
  onSent?: (bytes: number) => void
  /**
   * Asks for orders without the fields that are empty (`Prefer: omit-empty`), of reads that return
   * whole orders.
   */
  omitEmpty?: boolean
}

type Content = Exclude<RequestInit['body'], undefined>

/** A call as each try of it is sent. */
export type PreparedCall = {
  /** The method and the path, for messages. */
  what: string
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  content: () => Content
  isSafe: boolean
  /** False: the first attempt consumes the content. */
  canRepeat: boolean
}

const readMethods: readonly string[] = ['GET', 'HEAD']

/** Reads that change something, as old clients call them. */
const readsWithEffect: readonly string[] = ['/api/products/addproductimage']

/** Whether a call only reads, so that repeating it is harmless. */
export function isRead(method: string, path: string): boolean {
  return readMethods.includes(method) && !readsWithEffect.includes(path.toLowerCase())
}

export function prepareCall(call: Call, baseUrl: string): PreparedCall {
  const { method, path, params = {}, query = {}, body, file } = call
  const isReading = isRead(method, path)
  const key = call.idempotencyKey === undefined && !readMethods.includes(method) ? crypto.randomUUID() : call.idempotencyKey
  const type = file === undefined ? 'application/json' : (call.fileType ?? 'application/octet-stream')
  const headers: Record<string, string> = {
    accept: 'application/json, */*;q=0.5',
    'x-request-id': crypto.randomUUID(),
    ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    ...(body === undefined && file === undefined ? {} : { 'content-type': type }),
    ...(call.ifMatch === undefined ? {} : { 'if-match': entityTag(call.ifMatch) }),
    ...(call.omitEmpty === true ? { prefer: 'omit-empty' } : {}),
    ...lowerCased(call.headers ?? {}),
  }
  return {
    what: `${method} ${path}`,
    url: requestUrl(baseUrl, path, { params, query }),
    method,
    headers,
    content: requestContent(body, file),
    isSafe: isReading || headers['idempotency-key'] !== undefined,
    canRepeat: !(file instanceof ReadableStream),
  }
}

function requestContent(body: unknown, file: FileContent | undefined): () => Content {
  if (typeof file === 'function') return file
  if (file !== undefined) return () => file as Content
  const text = body === undefined ? null : JSON.stringify(body)
  return () => text
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** A version as `If-Match` wants it; what is a tag already, a list of them or `*` stays. */
function entityTag(version: string): string {
  return version === '*' || version.includes('"') ? version : `"${version}"`
}

/** The version that a response carries, null when it carries none. */
export function parseVersion(headers: Headers): string | null {
  return /^(?:W\/)?"(.*)"$/.exec(headers.get('etag') ?? '')?.[1] ?? null
}
