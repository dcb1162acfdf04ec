import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import type { InputOf } from './primitives.ts'

type Completer = (value: unknown) => unknown

function emptyValue(schema: TSchema): unknown {
  switch (schema[Kind]) {
    case 'Union':
      return null
    case 'Array':
      return []
    case 'Boolean':
      return false
    case 'Object':
      return cachedCompleter(schema)({})
    case 'Amount':
    case 'Quantity':
    case 'Integer':
    case 'Number':
      return 0
    default:
      return null
  }
}

const made = new WeakMap<TSchema, Completer>()

/** What completes a schema, made once: many models have the same ones within them. */
function cachedCompleter(schema: TSchema): Completer {
  const known = made.get(schema)
  if (known !== undefined) return known
  const complete = makeCompleter(schema)
  made.set(schema, complete)
  return complete
}

function makeCompleter(schema: TSchema): Completer {
  if (schema[Kind] === 'Union') {
    const present = (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') as TSchema
    return cachedCompleter(present)
  }
  if (schema[Kind] === 'Array') {
    const item = cachedCompleter(schema.items)
    return (value) => (value as unknown[]).map(item)
  }
  if (schema[Kind] === 'Object' && schema.properties) return objectCompleter(schema as TObject)
  return (value) => value
}

function objectCompleter(schema: TObject): Completer {
  const fields = Object.entries(schema.properties)
  const nested = fields.filter(([, field]) => isNested(field)).map(([name, field]) => [name, cachedCompleter(field)] as const)
  const empties = fields.map(([name, field]) => [name, () => emptyValue(field)] as const)
  const nestedNames = new Set(nested.map(([name]) => name))
  // Nested fields are null here so that they too keep their place in the model's order.
  const start = Object.fromEntries(empties.map(([name, make]) => [name, nestedNames.has(name) ? null : make()]))
  const nestedEmpties = empties.filter(([name]) => nestedNames.has(name))
  return (value) => {
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = { ...start, ...source }
    for (const [name, make] of nestedEmpties) if (source[name] === undefined || source[name] === null) result[name] = make()
    for (const [name, complete] of nested) {
      const field = source[name]
      if (field !== undefined && field !== null) result[name] = complete(field)
    }
    return result
  }
}

function isNested(schema: TSchema): boolean {
  if (schema[Kind] === 'Union') return (schema.anyOf as TSchema[]).some(isNested)
  return schema[Kind] === 'Array' || schema[Kind] === 'Object'
}

/**
 * Makes the function that turns the request form of a model into its whole form: `[]` for missing
 * lists, `null` for missing scalars and objects, `false` and `0` for flags and numbers that are
 * never null (http.md#null-and-empty). Fields come out in the model's order, so equal content gives
 * equal text.
 */
export function completer<T extends TObject>(model: T): (input: InputOf<Static<T>>) => Static<T> {
  return cachedCompleter(model) as never
}
