import type { Call, CallOptions, FileContent } from './call.ts'
import type { Client } from './client.ts'
import { ConnectionError } from './errors.ts'
import type { OperationOf, PathOf, QueryOf, ResultOf } from './typed-call.ts'

/** How far a file is. */
export type Progress = {
  /** Bytes that were sent or received. */
  bytes: number
  /** Bytes in all; null when that is not known. */
  bytesTotal: number | null
}

type OnProgress = (progress: Progress) => void

type TakesFile = { requestBody: { content: { 'application/octet-stream': unknown } } }

/** The paths that take a file. */
export type UploadPath = { [P in PathOf<'post'>]: OperationOf<P, 'post'> extends TakesFile ? P : never }[PathOf<'post'>]

type ParamsOf<O> = O extends { parameters: { path: infer Params } } ? { params: Params } : { params?: never }
type QueryPart<O> = [QueryOf<O>] extends [never] ? { query?: never } : { query?: QueryOf<O> }

export type Upload<P extends UploadPath> = ParamsOf<OperationOf<P, 'post'>> &
  QueryPart<OperationOf<P, 'post'>> &
  CallOptions & {
    file: FileContent
    /** Is called as the file is sent, from 0 again when it is sent again. */
    onProgress?: OnProgress
  }

type GivenUpload = CallOptions & Pick<Call, 'params' | 'query'> & { file: FileContent; onProgress?: OnProgress }

/** Sends a file, and returns what is made of it. Raises what a call raises. */
export async function uploadFile<P extends UploadPath>(
  client: Client,
  path: P,
  upload: Upload<P>,
): Promise<ResultOf<OperationOf<P, 'post'>>> {
  const { file, onProgress, ...request }: GivenUpload = upload as GivenUpload
  const call = { ...request, method: 'POST', path }
  if (onProgress === undefined) return (await client.call<ResultOf<OperationOf<P, 'post'>>>({ ...call, file })).body
  const sent = canStreamRequests ? { file: withProgress(file, onProgress) } : { file, onSent: sentBytes(file, onProgress) }
  const { body } = await client.call<ResultOf<OperationOf<P, 'post'>>>({ ...call, ...sent })
  const size = contentSize(file)
  // Whatever the `fetch` of the client reports of a request, it has been sent by now.
  if (!canStreamRequests && size !== null) onProgress({ bytes: size, bytesTotal: size })
  return body
}

function sentBytes(file: FileContent, onProgress: OnProgress): (bytes: number) => void {
  const bytesTotal = contentSize(file)
  return (bytes) => onProgress({ bytes, bytesTotal })
}

// Browsers refuse streams as bodies, or want HTTP/2 for them; how much of a file is sent is known
// to their request alone.
const canStreamRequests = 'process' in globalThis || 'Deno' in globalThis

function contentSize(file: FileContent): number | null {
  if (file instanceof Blob) return file.size
  return file instanceof Uint8Array ? file.byteLength : null
}

function withProgress(file: FileContent, onProgress: OnProgress): FileContent {
  const bytesTotal = contentSize(file)
  let latest = 0
  const counted = (stream: ReadableStream<Uint8Array>) => {
    const own = ++latest
    let bytes = 0
    onProgress({ bytes, bytesTotal })
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        // A try that failed may still be drawing on its stream.
        if (own === latest) onProgress({ bytes, bytesTotal })
        controller.enqueue(chunk)
      },
    })
    return stream.pipeThrough(count)
  }
  if (file instanceof ReadableStream) return counted(file)
  if (typeof file === 'function') return () => counted(file())
  const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>])
  return () => counted(inPieces(blob))
}

const PIECE_BYTES = 64 * 1024

/** `Blob.stream` may give all of it as one chunk, which shows no progress. */
function inPieces(blob: Blob): ReadableStream<Uint8Array> {
  let from = 0
  return new ReadableStream({
    async pull(controller) {
      const piece = blob.slice(from, from + PIECE_BYTES)
      if (piece.size > 0) controller.enqueue(new Uint8Array(await piece.arrayBuffer()))
      from += piece.size
      if (from >= blob.size) controller.close()
    },
  })
}

/** A file as it arrives. */
export type Download = {
  content: ReadableStream<Uint8Array>
  /** Bytes in all; null when the response does not say. */
  bytesTotal: number | null
  type: string | null
}

type GivenDownload = CallOptions & Pick<Call, 'params' | 'query'> & { onProgress?: OnProgress }

export type DownloadRequest<P extends PathOf<'get'>> = ParamsOf<OperationOf<P, 'get'>> &
  QueryPart<OperationOf<P, 'get'>> &
  CallOptions & { onProgress?: OnProgress }

/**
 * Reads a file. An interrupted transfer resumes where it stopped, as long as the file is the same
 * and the connection brings anything. Raises what a call raises; reading `content` raises
 * `ConnectionError` when it cannot continue.
 */
export async function downloadFile<P extends PathOf<'get'>>(
  client: Client,
  path: P,
  download: DownloadRequest<P>,
): Promise<Download> {
  const { onProgress = () => undefined, ...request } = download as GivenDownload
  const open = (headers: Record<string, string>) =>
    client.open({ ...request, method: 'GET', path, headers: { ...request.headers, ...headers } })
  const response = await open({})
  const bytesTotal = contentLength(response)
  const content = toReadableStream(trackedContent({ response, bytesTotal, open, onProgress, signal: request.signal }))
  return { content, bytesTotal, type: response.headers.get('content-type') }
}

/** A compressed response has the length of what is sent, not of the file. */
function contentLength({ headers }: Response): number | null {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? null : Number(length)
}

type DownloadState = {
  response: Response
  bytesTotal: number | null
  open: (headers: Record<string, string>) => Promise<Response>
  onProgress: OnProgress
  signal: AbortSignal | undefined
}

async function* trackedContent({ onProgress, ...download }: DownloadState): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0
  for await (const chunk of resumedChunks(download)) {
    bytes += chunk.byteLength
    yield chunk
    onProgress({ bytes, bytesTotal: download.bytesTotal })
  }
}

/**
 * The chunks of a file; an interrupted transfer resumes where it stopped, if the connection brought
 * anything.
 */
async function* resumedChunks({ response, open, signal }: Omit<DownloadState, 'onProgress'>): AsyncGenerator<Uint8Array> {
  const tag = resumptionTag(response)
  let current = response
  let bytes = 0
  for (;;) {
    const before = bytes
    try {
      for await (const chunk of bodyChunks(current)) {
        bytes += chunk.byteLength
        yield chunk
      }
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (isAbort(error)) throw error
      if (tag === null || bytes === before) throw new ConnectionError('The file broke off.', { cause: error })
      current = await open({ range: `bytes=${bytes}-`, 'if-range': tag })
      if (!continuesAt(current, bytes)) {
        await current.body?.cancel()
        throw new ConnectionError('The file changed while it was read.', { cause: error })
      }
    }
  }
}

/**
 * By what the rest of a file can be asked for; null when it cannot. Of a compressed response the
 * bytes that arrived are not those that were sent, and a weak tag does not say that bytes are
 * equal.
 */
function resumptionTag({ headers }: Response): string | null {
  const tag = headers.get('etag')
  const isOfBytes = headers.get('accept-ranges') === 'bytes' && !headers.has('content-encoding')
  return isOfBytes && tag !== null && !tag.startsWith('W/') ? tag : null
}

function continuesAt({ status, headers }: Response, bytes: number): boolean {
  return status === 206 && headers.get('content-range')?.startsWith(`bytes ${bytes}-`) === true
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

async function* bodyChunks({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    // A reader that is left early ends the response.
    await reader.cancel().catch(() => undefined)
  }
}

function toReadableStream(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
}

/** The rows of an NDJSON response as they arrive. Raises `ConnectionError` when it breaks off. */
export async function* readRows<T>(response: Response): AsyncGenerator<T, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of bodyChunks(response)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
    }
  } catch (error) {
    throw isAbort(error) ? error : new ConnectionError('The rows broke off.', { cause: error })
  }
  if (rest.trim() !== '') yield JSON.parse(rest)
}
