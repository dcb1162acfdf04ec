import { errorStatus } from '@open-oms/contracts/errors'
import {
  BODY_LIMIT_BATCH,
  BODY_LIMIT_DEFAULT,
  ErrorBody,
  FILE_BYTES_MAX,
  isReadMethod,
  JSON_DEPTH_MAX,
  JSON_PROPERTIES_MAX,
  JSON_VALUES_MAX,
  MEBIBYTE,
  type RouteContract,
} from '@open-oms/contracts/route'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { errorHeaders, successHeaders, takesIfMatch } from './openapi-headers.ts'
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts'

const meanings: Record<number, string> = {
  400: 'The request is not valid',
  401: 'There is no token, or it is not valid',
  403: 'The role is missing, or the store is out of scope',
  404: 'The thing does not exist',
  409: 'It conflicts with the stored state or a request in progress',
  408: 'The request did not arrive in time',
  412: 'The version of If-Match is not current',
  413: 'The body is too large',
  414: 'A part of the path is too long',
  415: 'The content type is not accepted here',
  416: 'The file has no such part',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests',
  431: 'The headers are too large',
  500: 'Something went wrong inside of the service',
  503: 'A part of the system is down; try again',
}

function errorCodesForStatus(status: number): string[] {
  return Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [code] : []))
}

/**
 * The responses that every service gives to failures, one per status, each with its codes
 * (http.md#errors).
 */
export function errorResponses(): Record<string, JsonSchema> {
  const schema = { $ref: '#/components/schemas/Error' }
  return Object.fromEntries(
    Object.entries(meanings).map(([status, meaning]) => [
      `Error${status}`,
      {
        description: `${meaning}. Codes: ${errorCodesForStatus(Number(status)).join(', ')}.`,
        headers: errorHeaders(Number(status)),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

/** A table of all error codes with their statuses, in Markdown. */
export function errorTable(): string {
  const statuses = [...new Set(Object.values(errorStatus))]
  const rows = statuses.map((status) => `| ${status} | ${errorCodesForStatus(status).join(', ')} |`)
  return ['| status | error |', '|---|---|', ...rows].join('\n')
}

/** A table of what bounds the body of every request, in Markdown. */
export function limitTable(): string {
  const [usual, batch, file] = [BODY_LIMIT_DEFAULT, BODY_LIMIT_BATCH, FILE_BYTES_MAX].map((bytes) => bytes / MEBIBYTE)
  return [
    '| limit | most | over it |',
    '|---|---|---|',
    `| length of a body | ${usual} MiB; ${batch} MiB where many orders, lines or rows are sent; a file ${file} MiB | 413 PayloadTooLarge |`,
    `| nesting of JSON | ${JSON_DEPTH_MAX} levels, the root is 1 | 400 JsonTooDeep |`,
    `| properties of one JSON object, unknown ones included | ${JSON_PROPERTIES_MAX} | 400 JsonTooManyValues |`,
    `| values of a JSON body (scalars, empty lists, empty objects) | ${JSON_VALUES_MAX} | 400 JsonTooManyValues |`,
    '| items of a list | as its schema says; a list that is too long is refused without a look at its items | 400 ValidationFailed |',
  ].join('\n')
}

function routeErrorStatuses(contract: RouteContract): number[] {
  const { access, rateLimit, takesFile, method, url } = contract
  const isWrite = !isReadMethod(method)
  const statuses: [number, boolean][] = [
    [400, true],
    [401, access !== 'public'],
    [403, access !== 'public'],
    [404, url.includes(':')],
    [408, true],
    [409, isWrite],
    [412, takesIfMatch(contract)],
    [413, isWrite],
    [414, url.includes(':')],
    [415, takesFile === true],
    [422, isWrite && access !== 'public'],
    [429, rateLimit !== 'uncounted'],
    [431, true],
    [500, true],
    [503, true],
  ]
  return statuses.flatMap(([status, applies]) => (applies ? [status] : []))
}

const JSON_TYPE = 'application/json'

/** How the content of one type is shown: texts as such, files as bytes. */
function unstructured(type: string): JsonSchema {
  return type.startsWith('text/') || type === 'application/x-ndjson'
    ? { type: 'string' }
    : { type: 'string', format: 'binary', description: 'The bytes of the file, as they are.' }
}

function responseContent(schema: TSchema, { otherTypes = [] }: RouteContract, schemas: SchemaCollector): JsonSchema {
  const ownType = (schema.contentMediaType as string | undefined) ?? JSON_TYPE
  const own = ownType === JSON_TYPE ? schemas.toDocument(schema) : unstructured(ownType)
  const others = otherTypes.map((type) => [type, { schema: unstructured(type) }] as const)
  return Object.fromEntries([[ownType, { schema: own }], ...others])
}

function successResponse(
  contract: RouteContract,
  [status, schema]: [number, TSchema | null],
  schemas: SchemaCollector,
): JsonSchema {
  const headers = successHeaders(contract, status)
  if (schema === null) return { description: status === 304 ? 'What the client has is current.' : 'Done.', headers }
  const description = schema.description ?? 'The result.'
  const orNone = schema[OptionalKind] === 'Optional' ? ' Or no body, where nothing is left to return.' : ''
  return { description: `${description}${orNone}`, headers, content: responseContent(schema, contract, schemas) }
}

function errorReference(status: number): JsonSchema {
  return { $ref: `#/components/responses/Error${status}` }
}

/** All responses of a route: its own and the failures that can happen to it. */
export function routeResponses(contract: RouteContract, schemas: SchemaCollector): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {}
  for (const [text, schema] of Object.entries(contract.responses)) {
    const status = Number(text)
    responses[text] = schema === ErrorBody ? errorReference(status) : successResponse(contract, [status, schema], schemas)
  }
  if (contract.allowsMinimal === true) {
    responses['204'] ??= { description: 'Done; with `Prefer: return=minimal`.', headers: successHeaders(contract, 204) }
  }
  for (const status of routeErrorStatuses(contract)) responses[status] ??= errorReference(status)
  return responses
}
