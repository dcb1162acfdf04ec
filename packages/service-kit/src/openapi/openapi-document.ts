import { invariant } from '@open-oms/contracts/errors'
import type { EventContract } from '@open-oms/contracts/event'
import { eventsOfOperation } from '@open-oms/contracts/events/operation-events'
import { routeRateLimits } from '@open-oms/contracts/rate-limits'
import { ErrorBody, isReadMethod, type RouteContract } from '@open-oms/contracts/route'
import { tags } from '@open-oms/contracts/tags'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { headerComponents, headerParameters, parameterComponents, takesIdempotencyKey } from './openapi-headers.ts'
import { errorResponses, errorTable, limitTable, routeResponses } from './openapi-responses.ts'
import { type JsonSchema, type SchemaCollector, schemaCollector } from './openapi-schemas.ts'
import { buildWebhooks } from './openapi-webhooks.ts'

export type OpenApiSource = {
  title: string
  version: string
  description?: string
  /** Addresses of the servers; `/` when absent. */
  servers?: readonly string[]
  /** Where people read more. */
  docsUrl?: string
  contracts: readonly RouteContract[]
  /** The events that webhook subscriptions can receive. */
  webhooks?: readonly EventContract[]
}

export type OpenApiDocument = JsonSchema & { openapi: '3.1.0'; paths: Record<string, Record<string, JsonSchema>> }

/** Readers show the description of a parameter, not that of its schema. */
function descriptionField({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description }
}

function pathParameters(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  const properties: Record<string, TSchema> = contract.params?.properties ?? {}
  return Array.from(contract.url.matchAll(/:(\w+)/g), ([, name = '']) => {
    const property = properties[name]
    const schema = property === undefined ? { type: 'string' } : schemas.toRequest(property)
    return { name, in: 'path', required: true, ...descriptionField(schema), schema }
  })
}

function queryParameters(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  const properties: Record<string, TSchema> = contract.query?.properties ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const schema = schemas.toRequest(property)
    return { name, in: 'query', required: property[OptionalKind] !== 'Optional', ...descriptionField(schema), schema }
  })
}

function routeParameters(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  return [...pathParameters(contract, schemas), ...queryParameters(contract, schemas), ...headerParameters(contract)]
}

/** A file is sent as it is or in a form (assets.md#asset-addition). */
const fileContent = {
  'application/octet-stream': {
    schema: { type: 'string', format: 'binary', description: 'The bytes of the file, as they are.' },
  },
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: 'The file: one part with a file name.' } },
    },
  },
}

function buildRequestBody({ body, takesFile, takesForm }: RouteContract, schemas: SchemaCollector): JsonSchema {
  if (takesFile === true) return { requestBody: { required: true, content: fileContent } }
  if (body === undefined) return {}
  const types = ['application/json', ...(takesForm === true ? ['application/x-www-form-urlencoded'] : [])]
  const content = Object.fromEntries(types.map((type) => [type, { schema: schemas.toRequest(body) }]))
  return { requestBody: { required: body[OptionalKind] !== 'Optional', content } }
}

function descriptionOfOperation({ description, deprecated }: RouteContract): string | undefined {
  if (deprecated === undefined) return description
  const { since, sunset, successor } = deprecated
  const advice = `Deprecated since ${since}; it works until ${sunset} at least. Call \`${successor}\` in its place.`
  return description === undefined ? advice : `${advice} ${description}`
}

function buildOperation(contract: RouteContract, schemas: SchemaCollector): JsonSchema {
  const { operationId, summary, tags, access, deprecated } = contract
  const description = descriptionOfOperation(contract)
  const parameters = routeParameters(contract, schemas)
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [...tags],
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-sunset': deprecated.sunset }),
    // Any one of the roles will do, hence one requirement each.
    security: access === 'public' ? [] : access.map((role) => ({ token: [role] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...buildRequestBody(contract, schemas),
    responses: routeResponses(contract, schemas),
    ...routeExtensions(contract),
  }
}

/** The tags of these names, in the order of the table of all tags. */
function tagEntries(names: readonly string[]): JsonSchema[] {
  const used = new Set(names)
  for (const tag of used) invariant(tag in tags, `the tag ${tag} is not in the table of tags`)
  return Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []))
}

function buildPaths(contracts: readonly RouteContract[], schemas: SchemaCollector): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  const seen = new Set<string>()
  const pathOfShape = new Map<string, string>()
  for (const contract of contracts) {
    invariant(!seen.has(contract.operationId), `the operation id ${contract.operationId} is used twice`)
    seen.add(contract.operationId)
    const path = contract.url.replace(/:(\w+)/g, '{$1}')
    const shape = path.replace(/\{\w+\}/g, '{}').toLowerCase()
    const other = pathOfShape.get(shape) ?? path
    invariant(other === path, `${other} and ${path} are one path: their parameters have to have the same names`)
    pathOfShape.set(shape, path)
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: buildOperation(contract, schemas) }
  }
  return paths
}

/**
 * The OpenAPI 3.1 document of some routes, made from nothing but their contracts: named models
 * become components, every failure that can happen is referenced, roles are in the security
 * requirements.
 */
export function openApiDocument(source: OpenApiSource): OpenApiDocument {
  const schemas = schemaCollector()
  schemas.toDocument(ErrorBody)
  const paths = buildPaths(source.contracts, schemas)
  const webhooks = buildWebhooks(source.webhooks ?? [], schemas)
  const hasWebhooks = Object.keys(webhooks).length > 0
  return {
    openapi: '3.1.0',
    info: {
      title: source.title,
      version: source.version,
      description: [source.description, `## Limits of a body\n\n${limitTable()}`, `## Errors\n\n${errorTable()}`]
        .filter(Boolean)
        .join('\n\n'),
      contact: { name: 'The contributors of Open order management' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(source.docsUrl === undefined ? {} : { externalDocs: { description: 'Guides and reference', url: source.docsUrl } }),
    servers: (source.servers ?? ['/']).map((url) => ({ url })),
    tags: tagEntries([...source.contracts.flatMap((contract) => contract.tags), ...(hasWebhooks ? ['Webhooks'] : [])]),
    paths,
    ...(hasWebhooks ? { webhooks } : {}),
    components: {
      schemas: schemas.components(),
      responses: errorResponses(),
      parameters: parameterComponents(),
      headers: headerComponents(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From `POST /api/Token` or `POST /oauth/token`.',
        },
      },
    },
  }
}

/**
 * `safe`: changes nothing. `key`: an `Idempotency-Key` makes a repetition harmless. `none`: a
 * repetition is another request.
 */
function routeIdempotency(contract: RouteContract): 'safe' | 'key' | 'none' {
  if (isReadMethod(contract.method)) return contract.hasEffect === true ? 'none' : 'safe'
  return takesIdempotencyKey(contract) ? 'key' : 'none'
}

/**
 * What a request takes out of the limits of the gateway (security.md#rate-limits): one request of
 * each.
 */
function rateLimitEntries({ access, rateLimit }: RouteContract): JsonSchema[] {
  if (rateLimit === 'uncounted') return []
  const usual = { name: 'all', per: access === 'public' ? 'address' : 'client', cost: 1 }
  if (rateLimit === undefined) return [usual]
  const own = { name: rateLimit, ...routeRateLimits[rateLimit], cost: 1 }
  // A route that is counted by address has no client, so its own limit is all there is.
  return own.per === 'address' ? [own] : [own, usual]
}

/**
 * What programs may want to know of an operation and OpenAPI has no words for; made from what the
 * servers work by.
 */
function routeExtensions(contract: RouteContract): JsonSchema {
  const { access, operationId } = contract
  const events = eventsOfOperation(operationId)
  return {
    'x-roles': access === 'public' ? [] : [...access],
    ...(contract.permission === undefined ? {} : { 'x-permission': contract.permission }),
    'x-idempotency': routeIdempotency(contract),
    'x-rate-limits': rateLimitEntries(contract),
    ...(events.length === 0 ? {} : { 'x-events': [...events] }),
  }
}
