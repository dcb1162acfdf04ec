import { invariant } from '@open-oms/contracts/errors'
import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import { readDate } from './read-date.ts'

/** `json`: a body, whose values have types. `text`: query or path, where everything is text. */
export type InputMode = 'json' | 'text'

/**
 * Brings a value into the schema's form. What cannot be read stays as it is, for the check to name;
 * null means "nothing".
 */
export type Read = (value: unknown) => unknown

type Field = { name: string; read: Read | null; whenNull: 'keep' | 'drop' | 'empty-list'; isList: boolean }

type Compiler = { mode: InputMode; known: Map<TSchema, Read | null>; byId: Map<string, TSchema> }

const NUMBER = /^-?\d+(?:\.\d+)?$/

function nonNull(schema: TSchema): TSchema[] {
  return (schema.anyOf as TSchema[]).filter((option) => option[Kind] !== 'Null')
}

function admitsNull(schema: TSchema): boolean {
  return schema[Kind] === 'Null' || (schema[Kind] === 'Union' && (schema.anyOf as TSchema[]).some(admitsNull))
}

function isListSchema(schema: TSchema): boolean {
  return schema.type === 'array' || (schema[Kind] === 'Union' && nonNull(schema).some(isListSchema))
}

function schemaProperties(schema: TSchema): Record<string, TSchema> {
  if (schema[Kind] === 'Intersect') return Object.assign({}, ...(schema.allOf as TSchema[]).map(schemaProperties))
  return schema.properties ?? {}
}

function dateReader(schema: TSchema): Read {
  const endOfDay = schema.dateOnlyMeans === 'end-of-day'
  return (value) => {
    if (typeof value !== 'string') return value
    const date = readDate(value, endOfDay)
    return date === undefined ? value : date
  }
}

function wordReader(schema: TSchema): Read {
  const words: string[] = schema.enum
  const byKey = new Map<unknown, string>(words.map((word) => [word.toLowerCase(), word]))
  if (schema.byNumber === true)
    for (const [position, word] of words.entries()) byKey.set(position, word).set(String(position), word)
  return (value) => byKey.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value
}

function textReader(schema: TSchema): Read | null {
  if (schema.type === 'number' || schema.type === 'integer') {
    return (value) => (value === '' ? null : typeof value === 'string' && NUMBER.test(value) ? Number(value) : value)
  }
  if (schema.type !== 'boolean') return null
  const values = new Map<unknown, unknown>([
    ['true', true],
    ['false', false],
    ['', null],
  ])
  return (value) => (typeof value === 'string' ? (values.get(value.toLowerCase()) ?? (value === '' ? null : value)) : value)
}

function listReader(schema: TSchema, compiler: Compiler): Read {
  const item = compile(schema.items, compiler)
  const { maxItems = Number.POSITIVE_INFINITY } = schema
  return (value) => {
    const list = compiler.mode === 'text' && typeof value === 'string' ? [value] : value
    if (!Array.isArray(list)) return list
    // One too many is enough for the check to refuse the list; reading and checking a million
    // others would hold up everybody.
    if (list.length > maxItems) return list.slice(0, maxItems + 1)
    return item === null ? list : readItems(list, item)
  }
}

/** The list itself as long as no item changes. */
function readItems(list: unknown[], item: Read): unknown[] {
  let target = list
  for (let i = 0; i < list.length; i++) {
    const result = item(list[i])
    if (result === list[i]) continue
    if (target === list) target = list.slice()
    target[i] = result
  }
  return target
}

function unionReader(schema: TSchema, compiler: Compiler): Read | null {
  const options = nonNull(schema)
  if (options.length === 1) return compile(options[0] as TSchema, compiler)
  const byType = new Map<string, Read>()
  for (const option of options) {
    const read = compile(option, compiler)
    if (read !== null && !byType.has(option.type)) byType.set(option.type, read)
  }
  if (byType.size === 0) return null
  return (value) => byType.get(Array.isArray(value) ? 'array' : typeof value)?.(value) ?? value
}

function compileField(name: string, schema: TSchema, compiler: Compiler): Field {
  const isList = isListSchema(schema)
  const isOptional = schema[OptionalKind] === 'Optional'
  const whenNull = admitsNull(schema) ? 'keep' : isOptional ? 'drop' : isList ? 'empty-list' : 'keep'
  return { name, read: compile(schema, compiler), whenNull, isList }
}

/** What an object's field becomes; undefined leaves it out. */
function readField(field: Field, value: unknown): unknown {
  const result = value === null || field.read === null ? value : field.read(value)
  if (result !== null || field.whenNull === 'keep') return result
  return field.whenNull === 'drop' ? undefined : []
}

/** Whether unknown fields stay: as properties of their own, or for the check to refuse them. */
type Shape = { find(key: string): Field | undefined; keepsUnknown: boolean }

function compileShape(schema: TSchema, compiler: Compiler): Shape {
  const fields = new Map<string, Field>()
  for (const [name, property] of Object.entries(schemaProperties(schema))) {
    const field = compileField(name, property, compiler)
    invariant(!fields.has(name.toLowerCase()), `two fields differ in letter case only: ${name}`)
    fields.set(name, field).set(name.toLowerCase(), field)
  }
  return {
    find: (key) => fields.get(key) ?? fields.get(key.toLowerCase()),
    keepsUnknown: schema.additionalProperties !== undefined,
  }
}

type JsonObject = Record<string, unknown>

/**
 * Puts a field into the target; of two spellings the last one wins, even if its result is nothing.
 */
function takeOver(target: JsonObject, name: string, result: unknown): void {
  if (result !== undefined) target[name] = result
  else if (name in target) delete target[name]
}

/** The fields before `end`, in their order. */
function membersBefore(source: JsonObject, end: string): JsonObject {
  const target: JsonObject = {}
  for (const key in source) {
    if (key === end) break
    target[key] = source[key]
  }
  return target
}

/**
 * The fields that the schema knows, in any letter case (http.md#property-names,
 * http.md#unknown-fields). An object that is spelled as the schema spells it and needs no change is
 * taken as it is; copying begins with the first field that must change. Large bodies need that
 * speed.
 */
function readObject(source: JsonObject, shape: Shape): JsonObject {
  let target: JsonObject | null = null
  for (const key in source) {
    const given = source[key]
    const field = shape.find(key)
    const name = field?.name ?? (shape.keepsUnknown ? key : undefined)
    const result = field === undefined ? given : readField(field, given)
    if (target === null && name === key && result === given) continue
    target ??= membersBefore(source, key)
    if (name !== undefined) takeOver(target, name, result)
  }
  return target ?? source
}

function objectReader(schema: TSchema, compiler: Compiler): Read {
  const shape = compileShape(schema, compiler)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return readObject(value as JsonObject, shape)
  }
}

/**
 * Query and path: lists gather all spellings of their key, and of a repeated single value the last
 * counts.
 */
function gather(source: Record<string, string | string[]>, shape: Shape): Map<Field, unknown> {
  const gathered = new Map<Field, unknown>()
  for (const [key, given] of Object.entries(source)) {
    const field = shape.find(key)
    if (field?.isList) gathered.set(field, [gathered.get(field) ?? [], given].flat())
    else if (field !== undefined) gathered.set(field, Array.isArray(given) ? given.at(-1) : given)
  }
  return gathered
}

function textObjectReader(schema: TSchema, compiler: Compiler): Read {
  const shape = compileShape(schema, compiler)
  return (value) => {
    const target: JsonObject = {}
    for (const [field, given] of gather(value as Record<string, string | string[]>, shape)) {
      takeOver(target, field.name, readField(field, given))
    }
    return target
  }
}

function make(schema: TSchema, compiler: Compiler): Read | null {
  if (schema[Kind] === 'Union') return unionReader(schema, compiler)
  if (schema[Kind] === 'Word') return wordReader(schema)
  if (schema.format === 'date-time') return dateReader(schema)
  if (schema[Kind] === 'Array') return listReader(schema, compiler)
  if (schema[Kind] === 'Object' || schema[Kind] === 'Intersect') {
    return compiler.mode === 'json' ? objectReader(schema, compiler) : textObjectReader(schema, compiler)
  }
  return compiler.mode === 'text' ? textReader(schema) : null
}

function compile(schema: TSchema, compiler: Compiler): Read | null {
  if (schema[Kind] === 'This' || schema[Kind] === 'Ref') {
    const target = compiler.byId.get(schema.$ref)
    invariant(target !== undefined, `no schema ${schema.$ref} around its reference`)
    return (value) => {
      const read = compiler.known.get(target) ?? null
      return read === null ? value : read(value)
    }
  }
  const done = compiler.known.get(schema)
  if (done !== undefined) return done
  if (schema.$id !== undefined) compiler.byId.set(schema.$id, schema)
  const read = make(schema, compiler)
  compiler.known.set(schema, read)
  return read
}

/**
 * Compiles the reader of a schema: closures made once, linear in the size of the value. Null when
 * there is nothing to bring into form.
 */
export function buildSchemaReader(schema: TSchema, mode: InputMode): Read | null {
  return compile(schema, { mode, known: new Map(), byId: new Map() })
}
