import { errorStatus } from '@oms/contracts/errors'
import {
  BODY_LIMIT_BATCH,
  BODY_LIMIT_DEFAULT,
  FILE_BYTES_MAX,
  isReadMethod,
  JSON_DEPTH_MAX,
  JSON_PROPERTIES_MAX,
  JSON_VALUES_MAX,
  MEBIBYTE,
  type RouteContract,
} from '@oms/contracts/route'
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts'

const meanings: Record<number, string> = {
  400: 'The request is not valid',
  401: 'There is no token, or it is not valid',
  403: 'The role is missing, or the store is out of scope',
  404: 'The thing does not exist',
  409: 'It conflicts with what is there or under way',
  412: 'The version of If-Match is not current',
  413: 'The body is too large',
  415: 'The content type is not accepted here',
  416: 'The file has no such part',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests',
  500: 'Something went wrong inside of the service',
  503: 'A part of the system is down; try again',
}

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }

function codesOf(status: number): string[] {
  return Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [code] : []))
}

function headersOf(status: number): JsonSchema {
  if (status === 401) return { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } }
  return [409, 429, 503].includes(status) ? { headers: retryAfter } : {}
}

/** The responses that every service gives to failures, one per status, each with its codes (http.md#errors). */
export function errorResponses(): Record<string, JsonSchema> {
  const schema = { $ref: '#/components/schemas/Error' }
  return Object.fromEntries(
    Object.entries(meanings).map(([status, meaning]) => [
      `Error${status}`,
      {
        description: `${meaning}. Codes: ${codesOf(Number(status)).join(', ')}.`,
        ...headersOf(Number(status)),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

/** A table of all error codes with their statuses, in Markdown. */
export function errorTable(): string {
  const statuses = [...new Set(Object.values(errorStatus))]
  const rows = statuses.map((status) => `| ${status} | ${codesOf(status).join(', ')} |`)
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

/** Whether `If-Match` can decide about a route: it writes something that may have a version already. */
export function takesIfMatch({ method, carriesVersion, responses }: RouteContract): boolean {
  const onlyCreates = responses[201] !== undefined && responses[200] === undefined
  return !isReadMethod(method) && carriesVersion === true && !onlyCreates
}

function errorStatusesOf(contract: RouteContract): number[] {
  const { access, params, query, body, takesFile, method } = contract
  const isWrite = !isReadMethod(method)
  const hasInput = params !== undefined || query !== undefined || body !== undefined || contract.url.includes(':')
  const statuses: [number, boolean][] = [
    [400, hasInput || isWrite],
    [401, access !== 'public'],
    [403, access !== 'public'],
    [404, contract.url.includes(':')],
    [409, isWrite],
    [412, takesIfMatch(contract)],
    [413, body !== undefined || takesFile === true],
    [415, takesFile === true],
    [422, isWrite && access !== 'public'],
    [429, true],
    [500, true],
    [503, true],
  ]
  return statuses.flatMap(([status, applies]) => (applies ? [status] : []))
}

function successHeaders(contract: RouteContract): JsonSchema {
  if (contract.carriesVersion !== true) return {}
  return { headers: { ETag: { description: 'The version, for If-Match.', schema: { type: 'string' } } } }
}

/** All responses of a route: its own and the failures that can happen to it. */
export function responsesOf(contract: RouteContract, schemas: SchemaCollector): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {}
  for (const [status, schema] of Object.entries(contract.responses)) {
    const mediaType = (schema?.contentMediaType as string | undefined) ?? 'application/json'
    const content = schema === null ? {} : { content: { [mediaType]: { schema: schemas.toDocument(schema) } } }
    responses[status] = {
      description: schema?.description ?? (schema === null ? 'Done.' : 'The result.'),
      ...successHeaders(contract),
      ...content,
    }
  }
  if (contract.allowsMinimal === true) {
    responses['204'] ??= { description: 'Done; with `Prefer: return=minimal`.', ...successHeaders(contract) }
  }
  for (const status of errorStatusesOf(contract)) responses[status] ??= { $ref: `#/components/responses/Error${status}` }
  return responses
}
