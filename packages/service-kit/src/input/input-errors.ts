import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import { Kind, type TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { compiledCheck } from './compiled-check.ts'

/** Paths that an error names. */
export const PATHS_MAX = 100
const WORDS_SHOWN = 30

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const limitTexts: Partial<Record<ValueErrorType, (schema: TSchema) => string>> = {
  [ValueErrorType.ArrayMaxItems]: (schema) => `must have at most ${schema.maxItems} items`,
  [ValueErrorType.ArrayMinItems]: (schema) => `must have at least ${schema.minItems} items`,
  [ValueErrorType.ArrayUniqueItems]: () => 'must not have the same item twice',
  [ValueErrorType.StringMaxLength]: (schema) => `must have at most ${schema.maxLength} characters`,
  [ValueErrorType.StringMinLength]: (schema) =>
    schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`,
  [ValueErrorType.StringPattern]: (schema) => schema.description ?? `must match ${schema.pattern}`,
  [ValueErrorType.IntegerMinimum]: (schema) => `must be at least ${schema.minimum}`,
  [ValueErrorType.IntegerMaximum]: (schema) => `must be at most ${schema.maximum}`,
  [ValueErrorType.IntegerExclusiveMinimum]: (schema) => `must be above ${schema.exclusiveMinimum}`,
  [ValueErrorType.IntegerExclusiveMaximum]: (schema) => `must be below ${schema.exclusiveMaximum}`,
  [ValueErrorType.NumberMinimum]: (schema) => `must be at least ${schema.minimum}`,
  [ValueErrorType.NumberMaximum]: (schema) => `must be at most ${schema.maximum}`,
  [ValueErrorType.NumberExclusiveMinimum]: (schema) => `must be above ${schema.exclusiveMinimum}`,
  [ValueErrorType.NumberExclusiveMaximum]: (schema) => `must be below ${schema.exclusiveMaximum}`,
  [ValueErrorType.ObjectMinProperties]: (schema) => `must have at least ${schema.minProperties} properties`,
  [ValueErrorType.ObjectMaxProperties]: (schema) => `must have at most ${schema.maxProperties} properties`,
}

function schemaNoun(schema: TSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.slice(0, WORDS_SHOWN).join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema[Kind] === 'Union') return [...new Set((schema.anyOf as TSchema[]).map(schemaNoun))].join(' or ')
  if (schema.format === 'date-time') return 'a date such as 2026-01-31T12:00:00Z'
  return typeNames[schema.type] ?? 'of another form'
}

const DAY_FIRST = /^\d{4}-\d{2}-\d{2}/

function errorText(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    return `is unknown; there are ${Object.keys(error.schema.properties).join(', ')}`
  }
  if (error.type === ValueErrorType.ObjectRequiredProperty || error.value === undefined) return 'is required'
  if (error.value === null) return 'must not be null'
  const limit = limitTexts[error.type]
  if (limit !== undefined) return limit(error.schema)
  const isOutOfBounds = error.type === ValueErrorType.Kind && error.schema.type === typeof error.value
  if (isOutOfBounds && error.schema.enum === undefined && error.schema.description !== undefined) {
    return `must fit: ${error.schema.description.replace(/^[A-Z]/, (letter: string) => letter.toLowerCase()).replace(/\.$/, '')}`
  }
  const isDateLike = error.schema.format === 'date-time' && typeof error.value === 'string' && DAY_FIRST.test(error.value)
  if (isDateLike) return `is no date or time that there is; it must be ${schemaNoun(error.schema)}`
  return `must be ${schemaNoun(error.schema)}`
}

/**
 * `/orderForm/lineItems/0/quantity` → `orderForm.lineItems[0].quantity`; a number is a position
 * only inside of a list. Null for an item of a list whose items are of no interest.
 */
function pointerToPath(root: unknown, pointer: string, positions: Positions): string | null {
  let path = ''
  let value: unknown = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const places = Array.isArray(value) ? positions.get(value) : undefined
    if (places === null) return null
    path += Array.isArray(value) ? `[${places?.[Number(key)] ?? key}]` : path === '' ? key : `.${key}`
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  }
  return path
}

function isOfType({ type }: TSchema, value: unknown): boolean {
  return type === (Array.isArray(value) ? 'array' : typeof value)
}

/**
 * The errors inside the one form that a value may have, or that it seems to have, rather than
 * "matches none of the forms".
 */
function* unfolded(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const options = error.type === ValueErrorType.Union ? (error.schema.anyOf as TSchema[]) : []
    const forms = options.flatMap((option, position) => (option[Kind] === 'Null' ? [] : [position]))
    const likely = forms.length === 1 ? forms : forms.filter((position) => isOfType(options[position] as TSchema, error.value))
    const only = likely.length === 1 && error.value !== undefined ? error.errors[likely[0] as number] : undefined
    if (only === undefined) yield error
    else yield* unfolded(only)
  }
}

/** One text per bad path, at most 100 paths: more do not help anybody. */
export function collectErrorTexts(check: TypeCheck<TSchema>, value: unknown): ErrorTexts {
  const texts = new Map<string, string[]>()
  const positions: Positions = new WeakMap()
  const bad = withBadItems(check.Schema(), value, positions)
  for (const error of unfolded(check.Errors(bad))) {
    const path = pointerToPath(bad, error.path, positions)
    if (path !== null && !texts.has(path)) texts.set(path, [errorText(error)])
    if (texts.size === PATHS_MAX) break
  }
  return Object.fromEntries(texts)
}

/** The texts of the value itself; those of its items are not looked for. */
export function ownTexts(check: TypeCheck<TSchema>, value: unknown): ErrorTexts {
  const error = check.Errors(value).First()
  return error === undefined ? {} : { '': [errorText(error)] }
}

/** The `ValidationFailed` error with these texts (http.md#errors). */
export function validationFailed(errors: ErrorTexts): DomainError {
  const [path, texts] = Object.entries(errors)[0] ?? ['', ['is not valid']]
  const others = Object.keys(errors).length - 1
  const first = `${path === '' ? 'The value' : path} ${texts[0]}`
  return new DomainError('ValidationFailed', others > 0 ? `${first}, and ${others} more.` : `${first}.`, { errors })
}

/** Lists up to this length are looked through as they are. */
const SHORT_LENGTH = 50
/** Bad items of one list that are looked for. */
const BAD_ITEMS_MAX = 100

/**
 * For each list that was shortened, where its items were; null where the items are of no interest.
 */
type Positions = WeakMap<unknown[], number[] | null>

/**
 * The value with the bad items of its long lists alone. To find what is wrong takes many times as
 * long as to find that something is: it must not be done for everything that is right.
 */
function withBadItems(schema: TSchema, value: unknown, positions: Positions): unknown {
  if (schema[Kind] === 'Union') {
    const options = (schema.anyOf as TSchema[]).filter((option) => option[Kind] !== 'Null')
    return options.length === 1 ? withBadItems(options[0] as TSchema, value, positions) : value
  }
  if (schema[Kind] === 'Array' && Array.isArray(value)) return badItems(schema, value, positions)
  if (schema[Kind] !== 'Object' || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const result: Record<string, unknown> = { ...value }
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>)) {
    if (Object.hasOwn(result, name)) result[name] = withBadItems(property, result[name], positions)
  }
  return result
}

function badItems(schema: TSchema, list: unknown[], positions: Positions): unknown[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  if (list.length <= SHORT_LENGTH) return list.map((item) => withBadItems(schema.items, item, positions))
  if (list.length > maxItems) {
    // Long enough to be refused for its length.
    const overlong = Array(maxItems + 1).fill(undefined)
    positions.set(overlong, null)
    return overlong
  }
  const found = positionsOfBad(schema.items, list)
  // A list that was long enough must not become too short.
  for (let at = 0; at < list.length && found.length < minItems; at++) if (!found.includes(at)) found.push(at)
  const bad = found.map((position) => withBadItems(schema.items, list[position], positions))
  positions.set(bad, found)
  return bad
}

function positionsOfBad(schema: TSchema, list: unknown[]): number[] {
  const check = compiledCheck(schema)
  const found: number[] = []
  for (let position = 0; position < list.length && found.length < BAD_ITEMS_MAX; position++) {
    if (!check.Check(list[position])) found.push(position)
  }
  return found
}
