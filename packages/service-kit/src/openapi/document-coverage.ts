import type { OpenApiDocument } from './openapi-document.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/** The parts of a document that should have a description or an example, by kind. */
export type Coverage = Record<CoveredKind, { all: number; missing: string[] }>

const kinds = [
  'operations',
  'request examples',
  'response examples',
  'parameters',
  'schemas',
  'properties',
  'tags',
  'headers',
] as const
export type CoveredKind = (typeof kinds)[number]

type Content = Record<string, Media>
type Operation = {
  operationId: string
  description?: string
  parameters?: JsonSchema[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Media = { schema?: JsonSchema; example?: unknown; examples?: object }
type Response = { content?: Content }

const isReadable = (type: string) => /json$|^text\/|form/.test(type)
const hasExample = ({ example, examples }: Media) => example !== undefined || examples !== undefined

/**
 * Counts what has a description or an example, and names what has none. An example is due for each
 * JSON, text or form of a request, and for each response that has JSON or text, in one of its
 * types. Bytes need none, nor do webhooks, which the system itself sends.
 */
export function documentCoverage(document: OpenApiDocument): Coverage {
  const coverage = Object.fromEntries(kinds.map((kind) => [kind, { all: 0, missing: [] as string[] }])) as Coverage
  const count: Count = (kind, name, isCovered) => {
    coverage[kind].all += 1
    if (!isCovered) coverage[kind].missing.push(name)
  }
  const { schemas, headers, parameters, responses } = document.components as Record<string, Record<string, JsonSchema>>
  for (const operation of listOperations(document.paths)) countOperation(operation, count)
  for (const webhook of listOperations(document.webhooks ?? {})) countTexts(webhook, count)
  for (const [name, response] of Object.entries(responses ?? {})) countResponse(name, response, count)
  for (const [name, parameter] of Object.entries(parameters ?? {})) count('parameters', name, parameter.description)
  for (const [name, header] of Object.entries(headers ?? {})) count('headers', name, header.description)
  for (const [name, schema] of Object.entries(schemas ?? {})) {
    count('schemas', name, schema.description)
    for (const [path, property] of walkProperties(name, schema)) count('properties', path, property.description)
  }
  for (const { name, description } of document.tags as { name: string; description?: string }[]) count('tags', name, description)
  return coverage
}

/** One line: the covered of each kind, such as `tags 26 of 26`. */
export function coverageLine(coverage: Coverage): string {
  return kinds.map((kind) => `${kind} ${coverage[kind].all - coverage[kind].missing.length} of ${coverage[kind].all}`).join(', ')
}

type Count = (kind: CoveredKind, name: string, isCovered: unknown) => void

function listOperations(byPath: object): Operation[] {
  return Object.values(byPath).flatMap((byMethod) => Object.values(byMethod))
}

function countTexts({ operationId, description, parameters = [] }: Operation, count: Count): void {
  count('operations', operationId, description)
  for (const { $ref, in: place, name, description } of parameters)
    if ($ref === undefined) count('parameters', `${operationId} ${place}.${name}`, description)
}

function countOperation(operation: Operation, count: Count): void {
  countTexts(operation, count)
  const { operationId, requestBody, responses } = operation
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    if (isReadable(type)) count('request examples', `${operationId} ${type}`, hasExample(media))
    countProperties(`${operationId} request`, media, count)
  }
  for (const [status, response] of Object.entries(responses)) {
    countResponse(`${operationId} ${status}`, response, count)
    for (const media of Object.values(response.content ?? {})) countProperties(`${operationId} ${status}`, media, count)
  }
}

function countResponse(name: string, { content = {} }: Response, count: Count): void {
  const readable = Object.entries(content).filter(([type]) => isReadable(type))
  if (readable.length > 0)
    count(
      'response examples',
      name,
      readable.some(([, media]) => hasExample(media)),
    )
}

function countProperties(name: string, { schema = {} }: Media, count: Count): void {
  for (const [path, property] of walkProperties(name, schema)) count('properties', path, property.description)
}

/** Every property of a schema and of what is in it, by its path. */
function* walkProperties(path: string, schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    yield [`${path}.${name}`, property]
    yield* walkProperties(`${path}.${name}`, property)
  }
  const { items, additionalProperties, anyOf = [], allOf = [] } = schema as Record<string, JsonSchema | JsonSchema[]>
  const inner = [items, additionalProperties].filter((part) => typeof part === 'object') as JsonSchema[]
  for (const part of [...inner, ...(anyOf as JsonSchema[]), ...(allOf as JsonSchema[])]) yield* walkProperties(path, part)
}
