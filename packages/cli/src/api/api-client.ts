import type { RouteContract } from '@oms/contracts/route'
import { type ClientOptions, createClient } from '@open-oms/client'
import { isLostConnection, toCommandFailure } from './api-failure.ts'
import type { RequestOf, ResultOf } from './api-types.ts'

/**
 * Calls the gateway. Every call raises `ApiFailure` for what is refused, `CommandFailure` when the
 * gateway cannot be reached.
 */
export type ApiClient = {
  readonly gatewayUrl: string
  /** The body of the response; null when it has none. */
  call<R extends RouteContract>(route: R, request?: RequestOf<R>): Promise<ResultOf<R>>
}

export type ApiOptions = {
  gatewayUrl: string
  token: NonNullable<ClientOptions['token']>
  signal: AbortSignal
}

/** A command may be about a thousand orders. */
const TIMEOUT_MS = 600_000

/** A client of one gateway, typed by the contracts of the routes. */
export function createApiClient({ gatewayUrl, token, signal }: ApiOptions): ApiClient {
  const client = createClient({
    baseUrl: gatewayUrl,
    token,
    signal,
    timeoutMs: TIMEOUT_MS,
    // Whoever sits at the keyboard hears immediately that nothing listens at an address.
    retries: { isRepeated: (failure) => failure.name === 'ApiError' || isLostConnection(failure) },
  })
  return {
    gatewayUrl,
    async call(route, request = {}) {
      const { params = {}, query, body, headers = {}, signal: callSignal } = request
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      const called = { method: route.method, path, params, body, headers, query: (query ?? {}) as Record<string, string> }
      const call = callSignal === undefined ? called : { ...called, signal: callSignal }
      try {
        return (await client.call<ResultOf<typeof route>>(call)).body
      } catch (error) {
        throw toCommandFailure(error, gatewayUrl)
      }
    },
  }
}
