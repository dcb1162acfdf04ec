/**
 * What is used of a browser's XMLHttpRequest: who compiles for Node alone does not have its types.
 */
type Xhr = {
  status: number
  statusText: string
  response: ArrayBuffer
  responseType: 'arraybuffer'
  withCredentials: boolean
  upload: { onprogress: (event: { loaded: number }) => void }
  onload: () => void
  onerror: () => void
  onabort: () => void
  onloadend: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: unknown): void
  abort(): void
  getAllResponseHeaders(): string
}

/** Statuses whose responses have no body: a `Response` refuses even an empty one. */
const withoutBody: readonly number[] = [204, 205, 304]

/**
 * Sends a request by XMLHttpRequest, and returns the response as `fetch` does, read to its end.
 * Raises what `fetch` raises: the reason of the signal, or a `TypeError` when there is no response.
 */
export function sendByXhr(url: string, init: RequestInit, onUploadProgress: (bytes: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init
    if (signal?.aborted) return reject(signal.reason)
    const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => Xhr }
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    xhr.open(init.method ?? 'GET', url)
    xhr.responseType = 'arraybuffer'
    xhr.withCredentials = init.credentials === 'include'
    new Headers(init.headers).forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded }) => onUploadProgress(loaded)
    xhr.onload = () => resolve(toResponse(xhr))
    xhr.onerror = () => reject(new TypeError('The request failed.'))
    xhr.onabort = () => reject(signal?.reason ?? new DOMException('The request was aborted.', 'AbortError'))
    xhr.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    xhr.send(init.body)
  })
}

function toResponse(xhr: Xhr): Response {
  const { status, statusText, response } = xhr
  const lines = xhr.getAllResponseHeaders().split('\r\n').filter(Boolean)
  const headers = lines.map((line): [string, string] => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
  return new Response(withoutBody.includes(status) ? null : response, { status, statusText, headers })
}
