import {
  FormatRegistry,
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import { personalFields } from './model/personal-fields.ts'
import { withPersonal } from './personal.ts'

/**
 * Longest list of nested items (properties, payments, shipments …) that a resource may carry
 * (orders.md#order-limits).
 */
export const LIST_MAX = 250
/** Most lines of one order (orders.md#order-limits). */
export const LINES_MAX = 1000

const AMOUNT_LIMIT = 1e12
const QUANTITY_LIMIT = 1e9

function hasDecimalsAtMost(value: number, decimals: number): boolean {
  const scale = 10 ** decimals
  // Dividing the rounded multiple gives back the same double only when nothing was cut off. The
  // contrary does not hold for large amounts, whose multiples are beyond what doubles count one by
  // one; the decimal text decides about those.
  return Math.round(value * scale) / scale === value || Number(value.toFixed(decimals)) === value
}

TypeRegistry.Set<{ minimum?: number; maximum?: number }>(
  'Amount',
  ({ minimum = -AMOUNT_LIMIT, maximum = AMOUNT_LIMIT }, value) =>
    typeof value === 'number' &&
    value >= minimum &&
    value <= maximum &&
    Math.abs(value) < AMOUNT_LIMIT &&
    hasDecimalsAtMost(value, 4),
)
TypeRegistry.Set(
  'Quantity',
  (_schema, value) => typeof value === 'number' && Math.abs(value) < QUANTITY_LIMIT && hasDecimalsAtMost(value, 3),
)
const ISO_INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const TO_THE_SECOND = 'YYYY-MM-DDTHH:MM:SS'.length

// The form alone would let through the 30th of February, which turns into another day, and second
// 60, which is no time at all.
FormatRegistry.Set('date-time', (value) => {
  if (!ISO_INSTANT.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, TO_THE_SECOND) === value.slice(0, TO_THE_SECOND)
})

/** Any text. */
export const Text = Type.String()
/** An id that others keep in keys of their tables, which cannot be of any length. */
export const Key = Type.String({ maxLength: 200, description: 'must have at most 200 characters' })
export const Flag = Type.Boolean()
/** A whole number of 32 bits. */
export const Integer = Type.Integer({ minimum: -2147483648, maximum: 2147483647 })
/** A whole number of more than 32 bits, exact as a JSON number. */
export const LongInteger = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** Highest number of a page; searches refuse far lower ones by their window. */
export const PAGE_NUMBER_MAX = Number.MAX_SAFE_INTEGER
/** A weight or a volume. */
export const Measure = Type.Number({ minimum: -QUANTITY_LIMIT, maximum: QUANTITY_LIMIT, description: 'At most a billion.' })

/** Money in a currency's main unit: at most 12 integer digits and 4 decimals (money.md#amounts). */
export const Amount = Type.Unsafe<number>({
  [Kind]: 'Amount',
  type: 'number',
  description: 'At most 12 integer digits and 4 decimals.',
})
/** An amount that is never negative, such as a price. */
export const AmountFromZero = Type.Unsafe<number>({
  ...Amount,
  minimum: 0,
  description: 'Not negative; at most 12 integer digits and 4 decimals.',
})
/** A tax rate in percent, as orders and the configuration take it. */
export const TaxRate = Type.Unsafe<number>({
  ...Amount,
  minimum: 0,
  maximum: 100,
  description: 'A percentage from 0 to 100 with at most 4 decimals.',
})
/** A quantity: at most 9 integer digits and 3 decimals (money.md#amounts). */
export const Quantity = Type.Unsafe<number>({
  [Kind]: 'Quantity',
  type: 'number',
  description: 'At most 9 integer digits and 3 decimals.',
})

/**
 * An instant: ISO 8601 UTC with `Z` (http.md#dates). Requests may also send other zones, none, or a
 * date.
 */
export const DateTime = Type.String({ format: 'date-time' })
/**
 * The upper end of an inclusive range: a bare date in a request means the whole day
 * (http.md#dates).
 */
export const DateTimeUpTo = Type.String({ format: 'date-time', dateOnlyMeans: 'end-of-day' })

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export function List<T extends TSchema>(items: T, maxItems: number = LIST_MAX) {
  return Type.Array(items, { maxItems })
}

/**
 * One of some words. `byNumber` accepts the word's position too, and any letter case, in requests
 * (money.md#discounts).
 */
export function Word<const T extends readonly string[]>(words: T, options: { byNumber?: true } = {}) {
  return Type.Unsafe<T[number]>({ [Kind]: 'Word', type: 'string', enum: [...words], ...options })
}
/**
 * A word of a filter or an option. Requests may also send an empty text, which says nothing
 * (search.md#search-filters). Old clients do; documents do not show it.
 */
export function WordOrNothing<const T extends readonly string[]>(words: T) {
  return Type.Unsafe<T[number] | ''>({ ...Word(words), orNothing: true })
}
TypeRegistry.Set<{ enum: unknown[]; orNothing?: true }>(
  'Word',
  ({ enum: words, orNothing }, value) => words.includes(value) || (orNothing === true && value === ''),
)

/**
 * A named model: it becomes a component of the OpenAPI document and of the event catalogue, with
 * the description.
 */
export function Model<const N extends string, T extends TProperties>(name: N, properties: T, description?: string) {
  return Type.Object(withPersonal(properties, personalFields[name] ?? []), {
    $id: name,
    ...(description === undefined ? {} : { description }),
  })
}

/**
 * A model of filters: a field that it does not have is refused, where other models ignore it. A
 * misspelt filter would otherwise mean everything (http.md#unknown-fields).
 */
export function FilterModel<const N extends string, T extends TProperties>(name: N, properties: T, description?: string) {
  return Type.Object(withPersonal(properties, personalFields[name] ?? []), {
    $id: name,
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  })
}

/**
 * The same schema with what it means in this place. Documents show it before the schema's own
 * description, which says what values are taken and is part of error messages.
 */
export function described<T extends TSchema>(schema: T, meaning: string): T {
  return { ...schema, meaning }
}

/**
 * The same fields, each with what it means: for models with more fields than one file has room for.
 */
export function describedFields<T extends TProperties>(fields: T, meanings: Record<keyof T, string>): T {
  const entries = Object.entries(fields).map(([name, schema]) => [name, described(schema, meanings[name as keyof T])])
  return Object.fromEntries(entries) as T
}

/**
 * What a client sent and a response returns as it was: documents describe it as what requests
 * accept there too.
 */
export function asSent<T extends TSchema>(schema: T): T {
  return { ...schema, isSent: true }
}

/**
 * A resource as requests carry it: the same fields, none of them required unless named, nulls
 * already dropped.
 */
export type InputOf<T> = T extends readonly (infer E)[]
  ? InputOf<E>[]
  : T extends object
    ? { [K in keyof T]?: InputOf<Exclude<T[K], null>> }
    : T

function inputSchema(schema: TSchema): TSchema {
  const input = inputForm(schema)
  return schema.meaning === undefined ? input : described(input, schema.meaning)
}

function inputForm(schema: TSchema): TSchema {
  if (schema[Kind] === 'Union') {
    const forms = (schema.anyOf as TSchema[]).filter((option) => option[Kind] !== 'Null')
    return forms.length === 1 ? inputSchema(forms[0] as TSchema) : schema
  }
  if (schema[Kind] === 'Array') return Type.Array(inputSchema(schema.items), { maxItems: schema.maxItems })
  if (schema[Kind] === 'Object') return inputModelOnce(schema as TObject)
  return schema
}

const inputModels = new WeakMap<TObject, TSchema>()

/**
 * Models are in many others: making the form of each once makes every process that loads the
 * contracts start faster.
 */
function inputModelOnce(model: TObject): TSchema {
  const known = inputModels.get(model)
  if (known !== undefined) return known
  const input = InputModel(model)
  inputModels.set(model, input)
  return input
}

/**
 * The request form of a model: every field optional but the `required` ones. A request's null for
 * an optional field is the same as leaving it out (http.md#null-and-empty). Named `<Model>Input`;
 * a form that requires other fields than that one has a name of its own.
 */
export function InputModel<T extends TObject, R extends keyof Static<T> & string = never>(
  model: T,
  required: readonly R[] = [],
  name = model.$id === undefined ? undefined : `${model.$id}Input`,
): TSchema & { static: InputOf<Static<T>> & { [K in R]: Exclude<InputOf<Static<T>[K]>, null> } } {
  const properties: TProperties = {}
  for (const [field, schema] of Object.entries(model.properties)) {
    const input = inputSchema(schema)
    properties[field] = required.includes(field as R) ? input : Type.Optional(input)
  }
  const id = name === undefined ? {} : { $id: name }
  const description = model.description === undefined ? {} : { description: model.description }
  return Type.Object(properties, { ...id, ...description }) as never
}
