import { Kind, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox'

const numbers = ['Amount', 'Quantity', 'Integer', 'Number']

/** What a field is besides null. */
export function presentSchema(schema: TSchema): TSchema {
  if (schema[Kind] !== 'Union') return schema
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') as TSchema
}

export function isModel(schema: TSchema): schema is TObject {
  return schema[Kind] === 'Object' && schema.properties !== undefined
}

/** Whether a field holds a number, which may not be null. */
export function isNumber(schema: TSchema): boolean {
  return numbers.includes(schema[Kind])
}

/** Whether a field that a value lacks stays absent; an absent list means an empty one. */
export function mayLack(field: TSchema): boolean {
  return OptionalKind in field && field[Kind] !== 'Array'
}

/** The fields of a model that each of its values has. */
export function requiredFields(model: TObject): [string, TSchema][] {
  return Object.entries(model.properties).filter(([, field]) => !mayLack(field))
}

/** The empty value of a field as JSON: `[]`, `false`, `0`, a model of empty fields, else `null`. */
export function emptyText(schema: TSchema): string {
  if (schema[Kind] === 'Array') return '[]'
  if (schema[Kind] === 'Boolean') return 'false'
  if (isNumber(schema)) return '0'
  if (!isModel(schema)) return 'null'
  const fields = requiredFields(schema).map(([name, field]) => `${JSON.stringify(name)}:${emptyText(field)}`)
  return `{${fields.join(',')}}`
}
