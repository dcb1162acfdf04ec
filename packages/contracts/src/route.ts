import { type TSchema, Type } from '@sinclair/typebox'
import type { Access, Role } from './access.ts'
import type { AuditAct } from './audit/audit-acts.ts'
import type { RequestHeader, ResponseHeader } from './headers.ts'
import type { Permission } from './permissions.ts'
import { described, Nullable, Text } from './primitives.ts'
import type { RouteRateLimit } from './rate-limits.ts'

/** The one error body of every service (http.md#errors). */
export const ErrorBody = Type.Object(
  {
    message: described(Type.String(), 'What is wrong, in a sentence for people. The wording may change: decide by `error`.'),
    error: described(Nullable(Text), 'The code of the error, such as `ValidationFailed`. It is stable.'),
    errors: described(
      Nullable(Type.Record(Type.String(), Type.Array(Type.String()))),
      'What is wrong with each bad value, by its path in the request, at most 100 paths. Null where the error is about no single value.',
    ),
    traceId: described(Type.String(), 'Names the request in logs and traces. Send it along when you ask for help.'),
  },
  {
    $id: 'Error',
    additionalProperties: true,
    description:
      'The one form that errors of every operation have. 412 has the further fields `currentVersionId` and `changedFields`.',
  },
)

export type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether a method only reads, so that repeating it is harmless and no version guards it. */
export function isReadMethod(method: RouteMethod): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Whether responses name the parameters of the query that the route does not have: a read with a
 * misspelt filter would mean everything (http.md#unknown-fields).
 */
export function namesIgnoredParameters({ method, query }: Pick<RouteContract, 'method' | 'query'>): boolean {
  return isReadMethod(method) && query !== undefined
}

/**
 * Since when clients are to give up a call, and how long it works at least, as dates such as
 * `2026-01-31`.
 */
export type Deprecation = {
  since: string
  sunset: string
  /** What to call in its place, as `METHOD path`. */
  successor: string
}

export type RouteContract = {
  /**
   * `HEAD` only where it is more than the `GET` of the same path without its body: that one is
   * added automatically.
   */
  method: RouteMethod
  /**
   * Fastify form: `/api/Orders/:id`. Matches in any letter case, with or without a trailing slash.
   */
  url: string
  /** Unique over all services. */
  operationId: string
  summary: string
  description?: string
  /** Names of the table of tags, `tags.ts`. */
  tags: readonly string[]
  access: Access
  /**
   * Roles that widen what the handler does for a caller who has them. It is given no other roles
   * than these and those of `access` (security.md#service-tokens).
   */
  optionalRoles?: readonly Role[]
  /** What a caller of one of the roles needs beside it (security.md#permissions). */
  permission?: Permission
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /**
   * The schema of the body by status; `null` where there is none, optional where there may be none.
   * Errors that can happen to every route of its kind are left out; others are `ErrorBody`.
   */
  responses: Record<number, TSchema | null>
  /**
   * Content types that a successful body may also have, as the request asks: texts or files, which
   * no schema describes.
   */
  otherTypes?: readonly string[]
  /** Headers of successful responses that do not follow from the other fields. */
  headers?: readonly ResponseHeader[]
  /** Headers of requests that do not follow from the other fields. */
  requestHeaders?: readonly RequestHeader[]
  /** A limit beside the one of the client; `uncounted`: no limit counts it. */
  rateLimit?: RouteRateLimit | 'uncounted'
  /** The body may also be a form (`application/x-www-form-urlencoded`). */
  takesForm?: true
  /** Bytes; 2 MiB by default (http.md#body-limits). */
  bodyLimit?: number
  /**
   * The body is one file, at most `FILE_BYTES_MAX` long: its bytes as `application/octet-stream`,
   * or the part `file` of a `multipart/form-data`; any other content type is 415. Such a route has
   * no `body`, and `BODY_LIMIT_UPLOAD`.
   */
  takesFile?: true
  /**
   * What the handler reads may come from a standby of the database, once it has what was committed
   * before the request (http.md#reads-from-a-standby). For searches, lists, exports and reports;
   * never for what a client writes by, such as a single resource with its version, or for what
   * decides something.
   */
  reads?: 'standby'
  /**
   * The response continues for as long as the client listens, as server-sent events do: no limit of
   * time or of concurrent requests is for it, and a session is not prolonged by it.
   */
  isStream?: true
  /**
   * Why a response that is no JSON goes to callers who may not see personal data too: it has none,
   * or the handler has masked what it is made of. Others are 403 for them
   * (security.md#personal-data).
   */
  filesForAll?: 'impersonal' | 'masked'
  /** A GET that changes something, as old clients call it: it is never repeated automatically. */
  hasEffect?: true
  /**
   * A person must have shown lately who they are (security.md#confirmation); programs with a token
   * are not asked.
   */
  needsConfirmation?: true
  /** The document says so, and every response (docs/reference/compatibility.md#deprecation). */
  deprecated?: Deprecation
  /**
   * Responses carry `ETag`: they hold one order, cart or product, alone or in a result
   * (http.md#entity-tags).
   */
  carriesVersion?: boolean
  /**
   * `Prefer: return=minimal` turns the success into 204 (http.md#minimal-responses). Only for
   * writes that return the resource itself, which the client can read again; never where the
   * response says what happened.
   */
  allowsMinimal?: boolean
  /**
   * `Prefer: omit-empty` leaves the empty fields of orders out (http.md#sparse-responses): the
   * handler does it where `omitsEmpty` of its request says so. For every read that returns whole
   * orders, and for nothing else.
   */
  omitsEmpty?: true
  /**
   * How the audit log knows of it (audit.md#recording): the server records this act with each
   * request, before the effect is committed or the response sent; a `BulkRead` only of large
   * pages. `WithEffect`: what it does is recorded in the transaction of the effect.
   */
  audit?: AuditAct | 'WithEffect'
}

/** Declares a route once; server, gateway, OpenAPI document and tests read this constant. */
export function defineRoute<const T extends RouteContract>(contract: T): T {
  return contract
}

export const MEBIBYTE = 1024 * 1024
export const BODY_LIMIT_DEFAULT = 2 * MEBIBYTE
export const BODY_LIMIT_BATCH = 20 * MEBIBYTE
/** Deepest nesting of a JSON body; the root counts as 1 (http.md#body-limits). */
export const JSON_DEPTH_MAX = 32
/**
 * Most properties of one object in a JSON body, unknown ones included. No model has more than a
 * hundred.
 */
export const JSON_PROPERTIES_MAX = 1_000
/** Most values in a JSON body: scalars, and lists and objects that are empty. */
export const JSON_VALUES_MAX = 1_000_000
/** Longest file that is taken or fetched (http.md#body-limits, assets.md#download-addresses). */
export const FILE_BYTES_MAX = 25 * MEBIBYTE
/** A file with the frame of a form around it. */
export const BODY_LIMIT_UPLOAD = FILE_BYTES_MAX + 64 * 1024
