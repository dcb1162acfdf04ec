import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** A value of a schema of which one field, or every field, is at its limit. */
export type ExtremeCase = { title: string; value: unknown }

/**
 * What a schema cannot say: values by path, such as ids of things that exist. A path of a list item
 * ends in `[]`.
 */
export type GivenValues = Readonly<Record<string, unknown>>

/**
 * Where no limit is stated, the body of a request is: this many characters, of three bytes each,
 * fit into one event.
 */
const TEXT_UNITS = 100_000
/** Where a list has no limit of its own: the most lines of an order. */
const ITEMS = 1_000

/** Most integer digits and decimals of amounts and quantities (money.md#amounts). */
const AMOUNT = 999_999_999_999.999_9
const QUANTITY = 999_999_999.999

type Field = { schema: TSchema; path: string; given: GivenValues }

/**
 * Values of a schema that together have every field at every one of its limits: numbers, lengths of
 * texts and lists, dates, words, null. They follow from the schema alone, so that a new field is
 * among them. Throws for a number without limits.
 */
export function* extremeCases(schema: TSchema, given: GivenValues = {}): Generator<ExtremeCase> {
  const whole = { schema, path: '', given }
  yield { title: 'every field ordinary', value: ordinary(whole) }
  for (const [index, name] of ['lowest', 'highest'].entries())
    yield { title: `every field at its ${name}`, value: together(whole, index === 0) }
  yield* oneByOne(whole)
}

function* oneByOne(field: Field): Generator<ExtremeCase> {
  const { schema, path } = field
  if (path in field.given) return
  for (const option of schemaOptions(schema)) {
    if (option[Kind] === 'Object') yield* ofProperties({ ...field, schema: option })
    else if (option[Kind] === 'Array') yield* ofLists({ ...field, schema: option })
    else for (const value of extremeValues({ ...field, schema: option })) yield { title: `${path} = ${shown(value)}`, value }
  }
}

function* ofProperties(field: Field): Generator<ExtremeCase> {
  const usual = ordinary(field) as Record<string, unknown>
  for (const [name, schema] of schemaProperties(field.schema)) {
    if (propertyField(field, name, schema).path in field.given) continue
    for (const { title, value } of oneByOne(propertyField(field, name, schema)))
      yield { title, value: { ...usual, [name]: value } }
    if (schema[OptionalKind] !== 'Optional') continue
    const { [name]: _left, ...rest } = usual
    yield { title: `${field.path}.${name} absent`, value: rest }
  }
}

function* ofLists(field: Field): Generator<ExtremeCase> {
  yield { title: `${field.path} = []`, value: [] }
  const count = field.schema.maxItems ?? ITEMS
  if (count <= ITEMS) {
    const items = Array.from({ length: count }, (_, index) => distinct(ordinary(itemField(field)), index))
    yield { title: `${field.path} with ${count} items`, value: items }
  }
  for (const { title, value } of oneByOne(itemField(field))) yield { title, value: [value] }
}

/** Every field at its limit; of lists one item. */
function together(field: Field, isLowest: boolean): unknown {
  const { schema, path, given } = field
  if (path in given) return given[path]
  const [option = schema] = schemaOptions(schema)
  if (option[Kind] === 'Array') return [together(itemField({ ...field, schema: option }), isLowest)]
  if (option[Kind] === 'Object')
    return Object.fromEntries(
      schemaProperties(option).map(([name, property]) => [name, together(propertyField(field, name, property), isLowest)]),
    )
  const limits = extremeValues({ ...field, schema: option })
  const limit = limits[isLowest ? 0 : 1] ?? limits[0]
  // All of them together have to fit into one body.
  return typeof limit === 'string' ? limit.slice(0, TEXT_UNITS / 100) : limit
}

/** A valid value without extremes. */
function ordinary(field: Field): unknown {
  const { schema, path, given } = field
  if (path in given) return given[path]
  const options = schemaOptions(schema)
  const [option = schema] = options
  if (isNullable(schema)) return null
  if (option[Kind] === 'Array') return option.minItems === undefined ? [] : [ordinary(itemField({ ...field, schema: option }))]
  if (option[Kind] === 'Object')
    return Object.fromEntries(
      schemaProperties(option)
        .map(([name, property]) => ({ name, property: propertyField(field, name, property) }))
        .filter(({ property }) => property.schema[OptionalKind] !== 'Optional' || property.path in given)
        .map(({ name, property }) => [name, ordinary(property)]),
    )
  const usual = [1, 'x', '2026-01-15T11:00:00.000Z', false, ...(option.enum ?? [])].find((value) => Value.Check(option, value))
  if (usual === undefined) throw new Error(`Nothing ordinary is known for ${path}: give it.`)
  return usual
}

/** The limits of a field that holds no others, the lowest and the highest first. */
function extremeValues({ schema, path }: Field): unknown[] {
  const candidates = candidateValues(schema, path)
  const allowed = candidates.filter((value) => Value.Check(schema, value))
  if (allowed.length === 0) throw new Error(`No extreme value is known for ${path}: give it.`)
  return allowed
}

function candidateValues(schema: TSchema, path: string): unknown[] {
  switch (schema[Kind]) {
    case 'Amount':
      return [schema.minimum ?? -AMOUNT, schema.maximum ?? AMOUNT, 0.0001]
    case 'Quantity':
      return [-QUANTITY, QUANTITY, 0.001]
    case 'Integer':
    case 'Number':
      if (schema.minimum === undefined || schema.maximum === undefined) throw new Error(`${path} is a number without limits.`)
      return [schema.minimum, schema.maximum]
    case 'Boolean':
      return [false, true]
    case 'Null':
      return [null]
    case 'Record':
      return [{}]
    case 'Word':
      return schema.enum
    case 'Literal':
      return [schema.const]
    case 'String':
      if (schema.format === 'date-time') return ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
      return extremeTexts(schema)
    default:
      throw new Error(`${path} has a form that has no known limits: ${schema[Kind]}.`)
  }
}

/**
 * The shortest and the longest text, and what databases choke on: NUL, half of a pair, characters
 * beyond the first plane.
 */
function extremeTexts({ minLength = 0, maxLength = TEXT_UNITS }: TSchema): string[] {
  return ['x'.repeat(minLength), longText(maxLength), 'a\u0000b', 'a\ud800b', 'a\udc00b', '\u{1f600}', '\'"\\\n\t']
}

/** Every case of a schema has several; making them would take longer than sending them. */
const longTexts = new Map<number, string>()

function longText(length: number): string {
  const text = longTexts.get(length) ?? incompressibleText(length)
  longTexts.set(length, text)
  return text
}

/**
 * Characters of three bytes that cannot be compressed, so that they show how long a key of an index
 * may be.
 */
function incompressibleText(length: number): string {
  let state = 42
  const units = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return 0x4e00 + ((state >>> 8) % 0x5000)
  })
  let text = ''
  for (let start = 0; start < length; start += 10_000) text += String.fromCharCode(...units.slice(start, start + 10_000))
  return text
}

/** Items of a list may have to differ in their ids. */
function distinct(item: unknown, index: number): unknown {
  if (typeof item === 'string') return `${item}${index}`
  if (typeof item !== 'object' || item === null) return item
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, /id$/i.test(name) && value === 'x' ? `x${index}` : value]),
  )
}

function schemaOptions(schema: TSchema): TSchema[] {
  const options: TSchema[] = schema[Kind] === 'Union' ? schema.anyOf : [schema]
  // Null is the last one: of a field that may be null the others say more.
  return options.toSorted((a, b) => Number(a[Kind] === 'Null') - Number(b[Kind] === 'Null'))
}

const isNullable = (schema: TSchema) => schemaOptions(schema).at(-1)?.[Kind] === 'Null'
const schemaProperties = (schema: TSchema): [string, TSchema][] => Object.entries(schema.properties)
const propertyField = (field: Field, name: string, schema: TSchema): Field => ({
  ...field,
  schema,
  path: field.path === '' ? name : `${field.path}.${name}`,
})
const itemField = (field: Field): Field => ({ ...field, schema: field.schema.items, path: `${field.path}[]` })

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 20)}… (${(value as string).length} characters)` : text
}
