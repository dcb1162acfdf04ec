import { type TSchema, Type } from '@sinclair/typebox'
import type { Access } from './access.ts'
import { Nullable, Text } from './primitives.ts'

/** The one error body of every service (4-decisions T). */
export const ErrorBody = Type.Object(
  {
    message: Type.String(),
    error: Nullable(Text),
    errors: Nullable(Type.Record(Type.String(), Type.Array(Type.String()))),
    traceId: Type.String(),
  },
  { $id: 'Error', additionalProperties: true },
)

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type RouteContract = {
  method: RouteMethod
  /** Fastify form: `/api/Orders/:id`. Matches in any letter case, with or without a trailing slash. */
  url: string
  /** Unique over all services. */
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  access: Access
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** The schema of the body by status; `null` where there is none. Error answers are the same everywhere and left out. */
  responses: Record<number, TSchema | null>
  /** Bytes; 2 MiB unless told (4-decisions A.11). */
  bodyLimit?: number
  /** Answers carry `ETag`: they hold one order, cart or product, alone or in a result (4-decisions B.1). */
  carriesVersion?: boolean
  /**
   * `Prefer: return=minimal` turns the success into 204 (4-decisions A.12). Only for writes that answer the thing itself, which the client
   * can read again; never where the answer tells what happened.
   */
  allowsMinimal?: boolean
}

/** Declares a route once; server, gateway, OpenAPI document and tests read this constant. */
export function defineRoute<const T extends RouteContract>(contract: T): T {
  return contract
}

export const MEBIBYTE = 1024 * 1024
export const BODY_LIMIT_DEFAULT = 2 * MEBIBYTE
export const BODY_LIMIT_BATCH = 20 * MEBIBYTE
