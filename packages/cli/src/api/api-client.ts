import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReadMethod, type RouteContract } from '@oms/contracts/route'
import type { AccessToken } from './access-token.ts'
import { addressOf } from './address.ts'
import { failureOf, networkCode, unreachable } from './api-failure.ts'
import type { RequestOf, ResultOf } from './api-types.ts'

/** Calls the gateway. Every call raises `ApiFailure` for what is refused, `CommandFailure` when the gateway cannot be reached. */
export type ApiClient = {
  readonly gatewayUrl: string
  /** The body of the response; null when it has none. */
  call<R extends RouteContract>(route: R, request?: RequestOf<R>): Promise<ResultOf<R>>
  /** The response as it arrives, for exports; its status is a success. */
  open<R extends RouteContract>(route: R, request?: RequestOf<R>): Promise<Response>
  /** For paths without a contract here. */
  request<T>(method: RouteContract['method'], path: string, body?: unknown): Promise<T>
}

export type ApiOptions = {
  gatewayUrl: string
  /** Null: only public paths can be called. */
  token: AccessToken | null
  signal: AbortSignal
}

type Prepared = { method: string; path: string; headers: Record<string, string>; body: string | null }

/** A client of one gateway. */
export function createApiClient(options: ApiOptions): ApiClient {
  const { gatewayUrl } = options
  const open = async (prepared: Prepared) => {
    const response = await sendAuthorised(prepared, options)
    if (!response.ok) throw await failureOf(response, `${prepared.method} ${prepared.path}`)
    return response
  }
  const read = async (prepared: Prepared) => {
    const text = await (await open(prepared)).text()
    return text === '' ? null : JSON.parse(text)
  }
  return {
    gatewayUrl,
    call: (route, request) => read(prepare(route, request)),
    open: (route, request) => open(prepare(route, request)),
    request: (method, path, body) => read(withBody({ method, path, headers: {}, body: null }, body)),
  }
}

function prepare<R extends RouteContract>(route: R, { params = {}, query, body, headers = {} }: RequestOf<R> = {}): Prepared {
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const search = given.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))
  const question = search.length === 0 ? '' : `?${new URLSearchParams(search)}`
  return withBody({ method: route.method, path: `${path}${question}`, headers: { ...headers }, body: null }, body)
}

/** A write has a key, so that it can be repeated when its response was lost (http.md#idempotency-keys). */
function withBody(prepared: Prepared, body: unknown): Prepared {
  const isRead = isReadMethod(prepared.method as RouteContract['method'])
  const key: Record<string, string> = isRead ? {} : { 'idempotency-key': randomUUID() }
  if (body === undefined) return { ...prepared, headers: { ...key, ...prepared.headers } }
  const headers = { ...key, 'content-type': 'application/json', ...prepared.headers }
  return { ...prepared, headers, body: JSON.stringify(body) }
}

/** A token that the gateway refuses is fetched anew once: its key may have been changed. */
async function sendAuthorised(prepared: Prepared, options: ApiOptions): Promise<Response> {
  const response = await sendPatiently(await authorised(prepared, options), options)
  if (response.status !== 401 || options.token?.isRenewable !== true) return response
  await response.body?.cancel()
  options.token.forget()
  return await sendPatiently(await authorised(prepared, options), options)
}

async function authorised(prepared: Prepared, { token }: ApiOptions): Promise<Prepared> {
  if (token === null) return prepared
  return { ...prepared, headers: { ...prepared.headers, authorization: `Bearer ${await token.get()}` } }
}

const TRIES_MAX = 5
const WAIT_MS_MAX = 30_000
/** What a connection ends with that may work again: a gateway that is restarted, a proxy that drops it. */
const passing = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

/** A write is made where it was meant to be, or not at all. */
function redirectOf(method: string): 'follow' | 'manual' {
  return method === 'GET' ? 'follow' : 'manual'
}

/** Repeats a request when the response says when, and when the connection was lost before there was one. */
async function sendPatiently(prepared: Prepared, { gatewayUrl, signal }: ApiOptions): Promise<Response> {
  const { method, path, headers, body } = prepared
  const redirect = redirectOf(method)
  for (let tries = 1; ; tries++) {
    const isLast = tries >= TRIES_MAX
    try {
      const response = await fetch(addressOf(gatewayUrl, path), {
        method,
        headers,
        body,
        redirect,
        signal,
      })
      const waitMs = isLast ? null : waitMsOf(response)
      if (waitMs === null) return response
      await response.body?.cancel()
      await sleep(waitMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) throw error
      if (isLast || !passing.has(networkCode(error))) throw unreachable(gatewayUrl, error)
      await sleep(tries * 200, undefined, { signal })
    }
  }
}

/** How long the response asks to wait before the request is repeated; null when it does not. */
function waitMsOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isPassing = response.status === 503 || response.status === 429 || response.status === 409
  return isPassing && !Number.isNaN(seconds) && seconds * 1_000 <= WAIT_MS_MAX ? seconds * 1_000 : null
}
