import { invariant } from '@oms/contracts/errors'
import { ErrorBody, isReadMethod, type RouteContract } from '@oms/contracts/route'
import { tags } from '@oms/contracts/tags'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { errorResponses, errorTable, limitTable, responsesOf, takesIfMatch } from './openapi-responses.ts'
import { type JsonSchema, type SchemaCollector, schemaCollector } from './openapi-schemas.ts'

export type OpenApiSource = {
  title: string
  version: string
  description?: string
  /** Addresses of the servers; `/` when absent. */
  servers?: readonly string[]
  contracts: readonly RouteContract[]
}

export type OpenApiDocument = JsonSchema & { openapi: '3.1.0'; paths: Record<string, Record<string, JsonSchema>> }

const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'Makes a repetition of the same request harmless: it gets the first response, with `Idempotent-Replayed: true`; or 403 when the token no longer covers all stores of the first one.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    description: 'The `ETag` that the change is meant for; `*` and lists work. Another version is 412.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    description: '`return=minimal` returns 204 with the `ETag` instead of the body.',
    schema: { type: 'string', examples: ['return=minimal'] },
  },
}

function parameterReference(name: keyof typeof headerParameters): JsonSchema {
  return { $ref: `#/components/parameters/${name}` }
}

/** Readers show the description of a parameter, not that of its schema. */
function descriptionOf({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description }
}

function pathParameters(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  const properties: Record<string, TSchema> = contract.params?.properties ?? {}
  return Array.from(contract.url.matchAll(/:(\w+)/g), ([, name = '']) => {
    const property = properties[name]
    const schema = property === undefined ? { type: 'string' } : schemas.toRequest(property)
    return { name, in: 'path', required: true, ...descriptionOf(schema), schema }
  })
}

function queryParameters(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  const properties: Record<string, TSchema> = contract.query?.properties ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const schema = schemas.toRequest(property)
    return { name, in: 'query', required: property[OptionalKind] !== 'Optional', ...descriptionOf(schema), schema }
  })
}

function parametersOf(contract: RouteContract, schemas: SchemaCollector): JsonSchema[] {
  const isWrite = !isReadMethod(contract.method)
  return [
    ...pathParameters(contract, schemas),
    ...queryParameters(contract, schemas),
    ...(isWrite && contract.access !== 'public' ? [parameterReference('IdempotencyKey')] : []),
    ...(takesIfMatch(contract) ? [parameterReference('IfMatch')] : []),
    ...(contract.allowsMinimal === true ? [parameterReference('Prefer')] : []),
  ]
}

/** A file is sent as it is or in a form (assets.md#asset-addition). */
const fileContent = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
}

function requestBodyOf({ body, takesFile }: RouteContract, schemas: SchemaCollector): JsonSchema {
  if (takesFile === true) return { requestBody: { required: true, content: fileContent } }
  if (body === undefined) return {}
  const content = { 'application/json': { schema: schemas.toRequest(body) } }
  return { requestBody: { required: body[OptionalKind] !== 'Optional', content } }
}

function descriptionOfOperation({ description, deprecated }: RouteContract): string | undefined {
  if (deprecated === undefined) return description
  const { since, sunset, successor } = deprecated
  const advice = `Deprecated since ${since}; it works until ${sunset} at least. Call \`${successor}\` in its place.`
  return description === undefined ? advice : `${advice} ${description}`
}

function operationOf(contract: RouteContract, schemas: SchemaCollector): JsonSchema {
  const { operationId, summary, tags, access, deprecated } = contract
  const description = descriptionOfOperation(contract)
  const parameters = parametersOf(contract, schemas)
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [...tags],
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-sunset': deprecated.sunset }),
    // Any one of the roles will do, hence one requirement each.
    security: access === 'public' ? [] : access.map((role) => ({ token: [role] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(contract, schemas),
    responses: responsesOf(contract, schemas),
  }
}

/** The tags that routes have, in the order of the table of all tags. */
function tagsOf(contracts: readonly RouteContract[]): JsonSchema[] {
  const used = new Set(contracts.flatMap((contract) => contract.tags))
  for (const tag of used) invariant(tag in tags, `the tag ${tag} is not in the table of tags`)
  return Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []))
}

function pathsOf(contracts: readonly RouteContract[], schemas: SchemaCollector): OpenApiDocument['paths'] {
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
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract, schemas) }
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
  const paths = pathsOf(source.contracts, schemas)
  const parameters = Object.entries(headerParameters).map(([name, parameter]) => [
    name,
    { ...parameter, in: 'header', required: false },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: source.title,
      version: source.version,
      description: [source.description, `## Limits of a body\n\n${limitTable()}`, `## Errors\n\n${errorTable()}`]
        .filter(Boolean)
        .join('\n\n'),
    },
    servers: (source.servers ?? ['/']).map((url) => ({ url })),
    tags: tagsOf(source.contracts),
    paths,
    components: {
      schemas: schemas.components(),
      responses: errorResponses(),
      parameters: Object.fromEntries(parameters),
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
