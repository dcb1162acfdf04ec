import { Kind, type TSchema } from '@sinclair/typebox'
import { compiledCheck } from './compiled-check.ts'

/** Lists up to this length are looked through as they are. */
const SHORT_LENGTH = 50
/** Bad items of one list that are looked for. */
const BAD_ITEMS_MAX = 100

/**
 * For each list that was shortened, where its items were; null where the items are of no interest.
 */
export type Positions = WeakMap<unknown[], number[] | null>

/**
 * The value with the bad items of its long lists alone. To find what is wrong takes many times as
 * long as to find that something is: it must not be done for everything that is right.
 */
export function withBadItems(schema: TSchema, value: unknown, positions: Positions): unknown {
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
