import { completer } from '@open-oms/contracts/complete'
import { naturalKeys, readOnlyFields } from './patch-rules.ts'

export type Fields = Record<string, unknown>

/** The parts of a model's schema that decide how it is patched. */
type Schema = {
  $id?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxItems?: number
}

/**
 * How a field is patched: an object and the items of a list field by field, anything else as a
 * whole.
 */
export type FieldShape =
  | { kind: 'value' }
  | { kind: 'object'; shape: ModelShape }
  | { kind: 'texts'; limit: number }
  | { kind: 'items'; name: string; shape: ModelShape; keys: readonly string[]; limit: number }

/** A model as patches see it. */
export type ModelShape = {
  /** The model's name. */
  model: string
  /** The fields that a patch may set. */
  fields: ReadonlyMap<string, FieldShape>
  isNullable(field: string): boolean
  readOnly: ReadonlySet<string>
  /** An object of the model with nothing in it. */
  empty(): Fields
}

const known = new Map<Schema, ModelShape>()

/** The shape of a model, made once. */
export function schemaShape(schema: Schema): ModelShape {
  const made = known.get(schema) ?? makeShape(schema)
  known.set(schema, made)
  return made
}

function makeShape(schema: Schema): ModelShape {
  const model = schema.$id ?? ''
  const readOnly = new Set(readOnlyFields[model])
  const all = Object.entries(schema.properties ?? {})
  const fields = all.filter(([name]) => !readOnly.has(name)).map(([name, field]) => [name, fieldShape(name, field)] as const)
  const nullable = new Set(all.filter(([, field]) => field.anyOf?.some(isNull)).map(([name]) => name))
  const complete = completer(schema as Parameters<typeof completer>[0])
  // Stock is kept for a line by default (payments.md#amount-to-refund).
  const empty = model === 'OrderLine' ? () => complete({ updateStock: true }) : () => complete({})
  return { model, fields: new Map(fields), isNullable: (name) => nullable.has(name), readOnly, empty: empty as () => Fields }
}

function isNull({ type }: Schema): boolean {
  return type === 'null'
}

function fieldShape(name: string, schema: Schema): FieldShape {
  const content = schema.anyOf?.find((option) => !isNull(option)) ?? schema
  if (content.type === 'array' && content.items !== undefined) {
    const limit = content.maxItems ?? Number.POSITIVE_INFINITY
    if (content.items.properties === undefined) return { kind: 'texts', limit }
    return { kind: 'items', name, shape: schemaShape(content.items), keys: naturalKeys[name] ?? [], limit }
  }
  return content.properties === undefined ? { kind: 'value' } : { kind: 'object', shape: schemaShape(content) }
}
