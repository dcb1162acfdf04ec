import type { OpenApiDocument } from './openapi-document.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/** What of a document should have a description or an example, by kind. */
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

type Content = Record<string, { example?: unknown; examples?: object }>
type Operation = {
  operationId: string
  description?: string
  parameters?: JsonSchema[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const isText = (type: string) => type.endsWith('json') || type.startsWith('text/')
const hasExample = (content: Content) => Object.values(content).some(({ example, examples }) => example !== undefined || examples)

/** Counts what has a description or an example, and names what has none. Files need no example. */
export function documentCoverage(document: OpenApiDocument): Coverage {
  const coverage = Object.fromEntries(kinds.map((kind) => [kind, { all: 0, missing: [] as string[] }])) as Coverage
  const count = (kind: CoveredKind, name: string, isCovered: unknown) => {
    coverage[kind].all += 1
    if (!isCovered) coverage[kind].missing.push(name)
  }
  const { schemas, headers, parameters } = document.components as Record<string, Record<string, JsonSchema>>
  for (const operation of operationsOf(document)) countOperation(operation, count)
  for (const [name, parameter] of Object.entries(parameters ?? {})) count('parameters', name, parameter.description)
  for (const [name, header] of Object.entries(headers ?? {})) count('headers', name, header.description)
  for (const [name, schema] of Object.entries(schemas ?? {})) {
    count('schemas', name, schema.description)
    for (const [path, property] of propertiesOf(name, schema)) count('properties', path, property.description)
  }
  for (const { name, description } of document.tags as { name: string; description?: string }[]) count('tags', name, description)
  return coverage
}

/** One line: the covered of each kind, such as `tags 26 of 26`. */
export function coverageLine(coverage: Coverage): string {
  return kinds.map((kind) => `${kind} ${coverage[kind].all - coverage[kind].missing.length} of ${coverage[kind].all}`).join(', ')
}

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[])
}

function countOperation(operation: Operation, count: (kind: CoveredKind, name: string, isCovered: unknown) => void): void {
  const { operationId, description, parameters = [], requestBody, responses } = operation
  count('operations', operationId, description)
  for (const { $ref, in: place, name, description } of parameters)
    if ($ref === undefined) count('parameters', `${operationId} ${place}.${name}`, description)
  if (requestBody !== undefined && Object.keys(requestBody.content).some(isText))
    count('request examples', operationId, hasExample(requestBody.content))
  const contents = Object.values(responses).flatMap(({ content }) => (content === undefined ? [] : [content]))
  const texts = contents.filter((content) => Object.keys(content).some(isText))
  if (texts.length > 0) count('response examples', operationId, texts.some(hasExample))
}

/** Every property of a schema and of what is in it, by its path. */
function* propertiesOf(path: string, schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    yield [`${path}.${name}`, property]
    yield* propertiesOf(`${path}.${name}`, property)
  }
  const { items, additionalProperties, anyOf = [], allOf = [] } = schema as Record<string, JsonSchema | JsonSchema[]>
  const inner = [items, additionalProperties].filter((part) => typeof part === 'object') as JsonSchema[]
  for (const part of [...inner, ...(anyOf as JsonSchema[]), ...(allOf as JsonSchema[])]) yield* propertiesOf(path, part)
}
