/** What `fetch` takes, with what is called with the bytes of the body that were sent. */
export type UploadInit = RequestInit & { onUploadProgress?: (bytes: number) => void }

/**
 * `fetch`, which says in browsers how much of a body was sent. They do not stream requests, and
 * only their older interface knows; so that alone is used, and only for requests with
 * `onUploadProgress`. Elsewhere that is not called.
 */
export async function fetchWithProgress(input: string | URL | Request, init: UploadInit = {}): Promise<Response> {
  const { onUploadProgress, ...request } = init
  if (onUploadProgress === undefined || !('XMLHttpRequest' in globalThis)) return await globalThis.fetch(input, request)
  const { sendByXhr } = await import('./xhr.ts')
  const url = input instanceof Request ? input.url : String(input)
  return await sendByXhr(url, request, onUploadProgress)
}
