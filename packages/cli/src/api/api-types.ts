import type { RouteContract } from '@oms/contracts/route'
import type { Static, TSchema } from '@sinclair/typebox'

type BodyOf<R extends RouteContract> = R['body'] extends TSchema ? Static<R['body']> : undefined
type QueryOf<R extends RouteContract> = R['query'] extends TSchema ? Static<R['query']> : undefined

type ParamsOf<R extends RouteContract> = R['params'] extends TSchema ? Static<R['params']> : Record<string, string>

/**
 * What a request needs besides its route; TypeScript checks parameters, query and body by the
 * route's contract.
 */
export type RequestOf<R extends RouteContract> = {
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
export type ResultOf<R extends RouteContract> = R['responses'][Extract<keyof R['responses'], Success>] extends infer Schema
  ? Schema extends TSchema
    ? Static<Schema>
    : null
  : never
