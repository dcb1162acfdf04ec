import { Kind, type TSchema } from '@sinclair/typebox'

export type JsonSchema = Record<string, unknown>

export type SchemaCollector = {
  /** The schema as the document shows it: a reference for named models, in place for others. */
  toDocument(schema: TSchema): JsonSchema
  /** All named models met so far, by name. */
  components(): Record<string, JsonSchema>
}

/** Fields that only our reader understands. */
const ownFields = new Set(['$id', 'dateOnlyMeans', 'byNumber', 'secret', 'meaning'])

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...words }
}

/** What a schema means in its place comes first, then what values it takes. */
function withMeaning(schema: JsonSchema, meaning: string): JsonSchema {
  return { ...schema, description: [meaning, schema.description].filter(Boolean).join(' ') }
}

function mapValues(value: Record<string, TSchema>, convert: (schema: TSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)]))
}

/**
 * Converts TypeBox schemas to those of OpenAPI 3.1, whose dialect is the same JSON Schema 2020-12.
 */
export function schemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>()
  // Models are used in many places: converting each of them once makes the document of all services
  // many times as fast.
  const results = new Map<TSchema, JsonSchema>()

  function union(schema: TSchema): JsonSchema {
    const options = (schema.anyOf as TSchema[]).filter((option) => option[Kind] !== 'Null')
    const isNullable = options.length < schema.anyOf.length
    const [only] = options
    const content = options.length === 1 && only !== undefined ? toDocument(only) : { anyOf: options.map(toDocument) }
    return isNullable ? orNull(content) : content
  }

  function field(name: string, value: unknown): [string, unknown] {
    if (name === 'properties') return [name, mapValues(value as Record<string, TSchema>, toDocument)]
    if (name === 'patternProperties')
      return ['additionalProperties', toDocument(Object.values(value as Record<string, TSchema>)[0] as TSchema)]
    if (name === 'items' || (name === 'additionalProperties' && typeof value === 'object'))
      return [name, toDocument(value as TSchema)]
    if (name === 'allOf') return [name, (value as TSchema[]).map(toDocument)]
    if (name === '$ref') return [name, `#/components/schemas/${value}`]
    return [name, value]
  }

  function content(schema: TSchema): JsonSchema {
    const { anyOf, ...others } = schema
    const fields = Object.entries(others).filter(([name]) => !ownFields.has(name))
    const converted = Object.fromEntries(fields.map(([name, value]) => field(name, value)))
    return anyOf === undefined ? converted : { ...union(schema), ...converted }
  }

  /**
   * Two models may have the same name, such as two request forms of one resource that require
   * different fields.
   */
  function nameFor(wanted: string, schema: JsonSchema): string {
    const text = JSON.stringify(schema)
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`
      const known = components.get(name)
      if (known === undefined) components.set(name, schema)
      if (known === undefined || JSON.stringify(known) === text) return name
    }
  }

  function toDocument(schema: TSchema): JsonSchema {
    const known = results.get(schema)
    if (known !== undefined) return known
    const inPlace = content(schema)
    const named = schema.$id === undefined ? inPlace : { $ref: `#/components/schemas/${nameFor(schema.$id, inPlace)}` }
    const result = schema.meaning === undefined ? named : withMeaning(named, schema.meaning)
    results.set(schema, result)
    return result
  }

  return { toDocument, components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
