export type RestRequest = { body?: unknown; also?: readonly number[] }

export type RestClient = {
  /**
   * Calls the gateway and returns the parsed body; a status other than 2xx (or one in `also`) is an
   * error with the response.
   */
  call<T = Record<string, unknown>>(method: string, path: string, request?: RestRequest): Promise<{ status: number; body: T }>
}

/** Fetches a token for a client and returns a caller that carries it. */
export async function restClient(
  gatewayUrl: string,
  credentials: { clientId: string; clientSecret: string },
): Promise<RestClient> {
  const token = await requestToken(gatewayUrl, credentials)
  return {
    async call(method, path, { body, also = [] } = {}) {
      const response = await fetchPatiently(new URL(path, gatewayUrl), {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok && !also.includes(response.status))
        throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
  }
}

const TRIES_MAX = 5

/**
 * Retries a request after `Retry-After` while the service is overloaded, as it may be just after
 * its start.
 */
async function fetchPatiently(url: URL, request: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, request)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (response.status !== 503 || Number.isNaN(seconds) || tries >= TRIES_MAX) return response
    await response.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

/** A token as plain text, by the client's id and secret (security.md#tokens). */
export async function requestToken(gatewayUrl: string, credentials: { clientId: string; clientSecret: string }): Promise<string> {
  const response = await fetch(new URL('/api/Token', gatewayUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`POST /api/Token returned ${response.status}: ${await response.text()}`)
  return response.text()
}
