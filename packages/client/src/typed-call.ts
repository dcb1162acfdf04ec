import type { CallOptions } from './call.ts'
import type { paths } from './generated/openapi.ts'
import type { WithSparseOrders } from './sparse.ts'

/** The methods of the interface. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]

/** The operation of a path and method in the interface document. */
export type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer Operation> ? Operation : never

type ParametersOf<O> = O extends { parameters: infer Parameters } ? Parameters : never
type HasRequired<T> = Record<never, never> extends T ? false : true

type ParamsPart<O> = ParametersOf<O> extends { path: infer Params } ? { params: Params } : { params?: never }
type QueryPart<O> = [QueryOf<O>] extends [never]
  ? { query?: never }
  : HasRequired<QueryOf<O>> extends true
    ? { query: QueryOf<O> }
    : { query?: QueryOf<O> }

/** What may follow the path. */
export type QueryOf<O> = NonNullable<ParametersOf<O> extends { query?: infer Query } ? Query : never>

type ContentOf<O> = O extends { requestBody: { content: infer Content } }
  ? Content
  : O extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: infer Content }
      ? Content
      : never
    : never

/** The JSON body that an operation takes. */
export type BodyOf<O> = ContentOf<O> extends { 'application/json': infer Body } ? Body : never

type BodyPart<O> = [BodyOf<O>] extends [never]
  ? { body?: never }
  : O extends { requestBody: unknown }
    ? { body: BodyOf<O> }
    : { body?: BodyOf<O> }

/** Of operations whose success says so, the option that leaves empty fields of orders out. */
type OmitPart<O, IsOmitted extends boolean> = O extends {
  responses: { 200: { headers: { 'Preference-Applied': unknown } } }
}
  ? IsOmitted extends true
    ? { omitEmpty: true }
    : { omitEmpty?: false }
  : { omitEmpty?: never }

/** What a call of an operation needs besides its path. */
export type RequestOf<O> = ParamsPart<O> & QueryPart<O> & BodyPart<O> & OmitPart<O, false> & CallOptions

/** The paths of a method whose results have whole orders, and can be without their empty fields. */
export type SparsePathOf<M extends Method> = {
  [P in PathOf<M>]: OmitPart<OperationOf<P, M>, true> extends { omitEmpty: true } ? P : never
}[PathOf<M>]

/**
 * The same for orders without the fields that are empty (http.md#sparse-responses). What such a
 * field means by being absent is the reader's to say: `order.tags ?? []`.
 */
export type SparseRequestOf<O> = Omit<RequestOf<O>, 'omitEmpty'> & OmitPart<O, true>

/** The request as the last argument, which may be left out where nothing in it is required. */
export type RequestArgument<O> = HasRequired<RequestOf<O>> extends true ? [request: RequestOf<O>] : [request?: RequestOf<O>]

type SuccessOf<O> = O extends { responses: infer Responses } ? Responses[Extract<keyof Responses, 200 | 201 | 202>] : never

/**
 * The body of a successful response: JSON as it is described, `null` where there is none, the text
 * of other content.
 */
export type ResultOf<O> =
  SuccessOf<O> extends infer Success
    ? Success extends { content: { 'application/json': infer Body } }
      ? Body
      : Success extends { content: Record<string, unknown> }
        ? string
        : null
    : never

/** The same with orders that lack their empty fields. */
export type SparseResultOf<O> = WithSparseOrders<ResultOf<O>>
