import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import { OptionalKind, type TArray, type TSchema } from '@sinclair/typebox'
import { createYielder } from '../waiting/yield-to-others.ts'
import { compiledCheck } from './compiled-check.ts'
import { collectErrorTexts, ownTexts, PATHS_MAX, validationFailed } from './input-errors.ts'
import { buildSchemaReader, type InputMode } from './schema-reader.ts'

/**
 * A list may be null, which is an empty one (http.md#null-and-empty); anything else is required
 * unless the schema says otherwise.
 */
function whenNothing(schema: TSchema, value: undefined | null): [] | undefined {
  if (schema[OptionalKind] === 'Optional') return undefined
  if (value === null && schema.type === 'array') return []
  throw new DomainError('ValidationFailed', 'A JSON body is required.', { errors: { '': ['is required'] } })
}

/**
 * Makes the function that reads one kind of request input: names in any letter case, unknown ones
 * dropped, nulls of optional fields dropped, dates to UTC, words to their spelling, query texts to
 * their types (http.md#property-names, http.md#booleans); then the check against the schema, whose
 * failures are one `ValidationFailed` with a text per path.
 */
export function compileReader(schema: TSchema, mode: InputMode): (value: unknown) => unknown {
  const read = buildSchemaReader(schema, mode)
  return (value) => {
    const given = value === undefined || value === null ? whenNothing(schema, value) : value
    if (given === undefined) return undefined
    // Compiled for the first request: most routes of a process never get one.
    const check = compiledCheck(schema)
    const result = read === null ? given : read(given)
    if (!check.Check(result)) throw validationFailed(collectErrorTexts(check, result))
    return result
  }
}

/**
 * A reader for a list, which may be long: its items are read one by one, in place,
 * and other requests are served in between. A list of too many or too few items is
 * refused without a look at them.
 */
export function compileListReader(schema: TArray): (value: unknown) => Promise<void> {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const check = compiledCheck(schema)
  const readItems = itemsReader(schema.items)
  return async (value) => {
    if (value === undefined) whenNothing(schema, value)
    else if (!Array.isArray(value)) throw validationFailed(collectErrorTexts(check, value))
    else if (value.length < minItems || value.length > maxItems) throw validationFailed(ownTexts(check, value))
    else await readItems(value)
  }
}

function itemsReader(schema: TSchema): (items: unknown[]) => Promise<void> {
  const read = buildSchemaReader(schema, 'json') ?? ((item: unknown) => item)
  const check = compiledCheck(schema)
  return async (items) => {
    const yieldIfDue = createYielder()
    const errors: [string, string[]][] = []
    for (const [index, item] of items.entries()) {
      const result = read(item)
      items[index] = result
      if (!check.Check(result)) errors.push(...pathsWithin(index, collectErrorTexts(check, result)))
      if (errors.length >= PATHS_MAX) break
      await yieldIfDue()
    }
    if (errors.length > 0) throw validationFailed(Object.fromEntries(errors.slice(0, PATHS_MAX)))
  }
}

function pathsWithin(index: number, errors: ErrorTexts): [string, string[]][] {
  return Object.entries(errors).map(([path, texts]) => [
    `[${index}]${path === '' || path.startsWith('[') ? '' : '.'}${path}`,
    texts,
  ])
}
