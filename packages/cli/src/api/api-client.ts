import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type ClientOptions, createClient } from '@open-oms/client'
import type { RouteContract } from '@open-oms/contracts/route'
import type { Static, TSchema } from '@sinclair/typebox'
import { isLostConnection, toCommandFailure } from './api-failure.ts'

/**
 * Calls the gateway. Every call raises `ApiFailure` for what is refused, `CommandFailure` when the
 * gateway cannot be reached.
 */
export type ApiClient = {
  readonly gatewayUrl: string
  /** The body of the response; null when it has none. */
  call<R extends RouteContract>(route: R, request?: RequestOf<R>): Promise<ResultOf<R>>
  /** A response that is a file, to be read piece by piece. */
  open<R extends RouteContract>(route: R, request?: RequestOf<R>): Promise<Readable>
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
  const orFail = (error: unknown): never => {
    throw toCommandFailure(error, gatewayUrl)
  }
  return {
    gatewayUrl,
    call: async (route, request = {}) => (await client.call<ResultOf<typeof route>>(toCall(route, request)).catch(orFail)).body,
    open: async (route, request = {}) => {
      const { body } = await client.open(toCall(route, request)).catch(orFail)
      return Readable.fromWeb(body as ReadableStream)
    },
  }
}

function toCall<R extends RouteContract>(route: R, request: RequestOf<R>) {
  const { params = {}, query, body, headers = {}, signal } = request
  const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
  const call = { method: route.method, path, params, body, headers, query: (query ?? {}) as Record<string, string> }
  return signal === undefined ? call : { ...call, signal }
}

type BodyOf<R extends RouteContract> = R['body'] extends TSchema ? Static<R['body']> : undefined
type QueryOf<R extends RouteContract> = R['query'] extends TSchema ? Static<R['query']> : undefined

type ParamsOf<R extends RouteContract> = R['params'] extends TSchema ? Static<R['params']> : Record<string, string>

/**
 * What a request needs besides its route; TypeScript checks parameters, query and body by the
 * route's contract.
 */
type RequestOf<R extends RouteContract> = {
  /** Values for the `:names` of the path, as they are: they are encoded here. */
  params?: Readonly<ParamsOf<R>>
  query?: QueryOf<R>
  body?: BodyOf<R>
  headers?: Readonly<Record<string, string>>
  /** Ends the call; its reason is raised. */
  signal?: AbortSignal
}

type Success = 200 | 201 | 202

/** The body of a successful response, by the route's contract. */
type ResultOf<R extends RouteContract> = R['responses'][Extract<keyof R['responses'], Success>] extends infer Schema
  ? Schema extends TSchema
    ? Static<Schema>
    : null
  : never
