import { Readable } from 'node:stream'
import { invariant } from '@open-oms/contracts/errors'
import { eventsOfOperation } from '@open-oms/contracts/events/operation-events'
import { ErrorBody, type RouteContract } from '@open-oms/contracts/route'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { compiledCheck } from '../input/compiled-check.ts'
import { headerComponents } from '../openapi/openapi-headers.ts'
import { errorResponses, routeResponses } from '../openapi/openapi-responses.ts'
import { type JsonSchema, schemaCollector } from '../openapi/openapi-schemas.ts'

/** A response as it goes out; `body` is a stream where it is made piece by piece. */
export type SentResponse = {
  method: string
  status: number
  headers: Record<string, unknown>
  body: unknown
}

type DocumentedResponse = { headers?: Record<string, JsonSchema>; content?: Record<string, JsonSchema> }

/** What belongs to the connection, to browsers, or to the framing of the body. */
const undocumentedHeaders = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['set-cookie', 'content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'strict-transport-security'],
  ...['x-content-type-options', 'x-frame-options'],
])
/** Of a call that is to go; the error responses that all calls share do not have them. */
const announcements = ['deprecation', 'sunset']
const isOfCors = (name: string) => name.startsWith('access-control-')

const schemas = schemaCollector()
const errors = errorResponses()
const patterns = new Map(
  Object.entries(headerComponents()).map(([name, { schema }]) => [name.toLowerCase(), schema as JsonSchema]),
)
/** Made on the first response: a test asks few of the routes of its app. */
const documented = new WeakMap<RouteContract, Record<string, DocumentedResponse>>()

function responsesOfContract(contract: RouteContract): Record<string, DocumentedResponse> {
  const known = documented.get(contract)
  if (known !== undefined) return known
  const responses = routeResponses(contract, schemas) as Record<string, DocumentedResponse & { $ref?: string }>
  for (const [status, { $ref }] of Object.entries(responses)) {
    if ($ref !== undefined) responses[status] = errors[`Error${status}`] as DocumentedResponse
  }
  documented.set(contract, responses)
  return responses
}

/**
 * The parts of a response that the OpenAPI document of its route does not describe, or null: its
 * status, content type and headers, and its body where that is JSON and no stream.
 */
export function undocumentedPart(contract: RouteContract, response: SentResponse): string | null {
  const documentedOne = responsesOfContract(contract)[response.status]
  if (documentedOne === undefined) return `status ${response.status}`
  const unknown = unknownHeader(documentedOne, response, contract.deprecated === undefined ? [] : announcements)
  return unknown ?? unknownType(documentedOne, response) ?? unknownBody(contract, response)
}

function unknownHeader({ headers = {} }: DocumentedResponse, response: SentResponse, also: readonly string[]): string | null {
  const names = new Set([...Object.keys(headers).map((name) => name.toLowerCase()), ...also])
  for (const [name, value] of Object.entries(response.headers)) {
    if (undocumentedHeaders.has(name) || isOfCors(name)) continue
    if (!names.has(name)) return `header ${name} of ${response.status}`
    const { type, minimum = 0 } = patterns.get(name) ?? {}
    if (type === 'integer' && !(Number(value) >= (minimum as number))) return `header ${name}: ${value}`
  }
  const isMissing = (name: string) => names.has(name) && response.headers[name] === undefined
  if (isMissing('location') && [201, 202].includes(response.status)) return `no header location of ${response.status}`
  return null
}

function unknownType({ content = {} }: DocumentedResponse, { method, status, headers, body }: SentResponse): string | null {
  const isEmpty = body === null || body === undefined || body === ''
  if (method === 'HEAD' || isEmpty) return null
  const type = String(headers['content-type']).split(';')[0]
  if (content[type as string] === undefined && content['*/*'] === undefined) return `content type ${type} of ${status}`
  return null
}

function responseSchema({ responses }: RouteContract, status: number): TSchema | null {
  const own = responses[status]
  if (own !== undefined) return own
  return status >= 400 ? ErrorBody : null
}

function bodyText(body: unknown): string | null {
  if (typeof body === 'string') return body
  return Buffer.isBuffer(body) ? body.toString() : null
}

function unknownBody(contract: RouteContract, { method, status, headers, body }: SentResponse): string | null {
  const schema = responseSchema(contract, status)
  if (method === 'HEAD') return null
  if (body === null || body === undefined || body === '')
    return schema === null || schema[OptionalKind] === 'Optional' ? null : `no body of ${status}`
  if (schema === null) return `a body of ${status}`
  const text = bodyText(body)
  if (text === null || !String(headers['content-type']).startsWith('application/json')) return null
  // What is left out then is no field that the schema could require.
  if (headers['preference-applied'] === 'omit-empty') return null
  const check = compiledCheck(schema)
  const value = JSON.parse(text)
  if (check.Check(value)) return null
  const error = check.Errors(value).First()
  return `body of ${status}: ${error?.path || '/'}: ${error?.message}, got ${JSON.stringify(error?.value)?.slice(0, 80)}`
}

/** Longest stream whose content is kept to be checked. */
const STREAM_LENGTH_MAX = 1024 * 1024

async function* checkedAtItsEnd(stream: Readable, check: (text: string) => void) {
  let text = ''
  for await (const piece of stream) {
    if (text.length < STREAM_LENGTH_MAX) text += piece
    yield piece
  }
  if (text.length < STREAM_LENGTH_MAX) check(text)
}

/**
 * Checks every response of a server of a test against the OpenAPI document of its routes, and of
 * `more` routes that have no handler of their own; and that the events that followed are those of
 * the contract. What the document does not say is a 500 instead, and fails the closing of the
 * server, so that the test fails that caused it.
 */
export function checkResponses(more: readonly RouteContract[] = []) {
  return (app: FastifyInstance): void => {
    const found = new Set<string>()
    const refused = new WeakSet<FastifyRequest>()
    const contractOfTrace = new Map<string, RouteContract>()
    const contractOf = contractFinder(app, more)
    app.addHook('onSend', async (request, reply, body) => {
      const contract = contractOf(request)
      if (contract === undefined || refused.has(request)) return body
      contractOfTrace.set(request.traceId, contract)
      const response = { method: request.method, status: reply.statusCode, headers: reply.getHeaders() }
      const check = (body: unknown) => {
        const part = undocumentedPart(contract, { ...response, body })
        if (part === null) return
        refused.add(request)
        found.add(`${contract.operationId}: ${part}`)
        invariant(false, `the OpenAPI document of ${contract.operationId} does not have: ${part}`)
      }
      check(body)
      const isJsonStream = body instanceof Readable && String(response.headers['content-type']).startsWith('application/json')
      return isJsonStream && request.method !== 'HEAD' ? Readable.from(checkedAtItsEnd(body, check)) : body
    })
    app.addHook('onClose', async () => {
      for (const event of await unlistedEvents(app, contractOfTrace)) found.add(event)
      invariant(found.size === 0, `undocumented: ${[...found].join('; ')}`)
    })
  }
}

/**
 * The events in the outbox of a server that followed from a request without being listed in its
 * contract.
 */
async function unlistedEvents(app: FastifyInstance, contractOfTrace: ReadonlyMap<string, RouteContract>): Promise<string[]> {
  const database = app.idempotencyKeys?.database
  if (database === undefined || contractOfTrace.size === 0) return []
  const text = `select distinct envelope::json->>'type' as type, envelope::json->>'correlationid' as trace from kit.outbox`
  const rows = await database.query<{ type: string; trace: string | null }>({ text })
  return rows.flatMap(({ type, trace }) => {
    const contract = contractOfTrace.get(trace ?? '')
    if (contract === undefined || eventsOfOperation(contract.operationId).includes(type)) return []
    return [`${contract.operationId}: event ${type}`]
  })
}

function contractFinder(app: FastifyInstance, more: readonly RouteContract[]) {
  let contracts: Map<string, RouteContract> | null = null
  return ({ method, is404, routeOptions: { url = '' } }: FastifyRequest): RouteContract | undefined => {
    if (is404) return undefined
    contracts ??= new Map([...more, ...app.kit.contracts].map((contract) => [`${contract.method} ${contract.url}`, contract]))
    return contracts.get(`${method} ${url}`) ?? (method === 'HEAD' ? contracts.get(`GET ${url}`) : undefined)
  }
}
