import { DomainError } from '@oms/contracts/errors'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { compiledCheck } from './compiled-check.ts'
import { validationFailed } from './input-errors.ts'
import { type InputMode, readerOf } from './schema-reader.ts'

/** A list may be null, which is an empty one (4-decisions A.8); anything else is required unless the schema says otherwise. */
function whenNothing(schema: TSchema, value: undefined | null): [] | undefined {
  if (schema[OptionalKind] === 'Optional') return undefined
  if (value === null && schema.type === 'array') return []
  throw new DomainError('ValidationFailed', 'A JSON body is required.', { errors: { '': ['is required'] } })
}

/**
 * Makes the function that reads one kind of request input: names in any letter case, unknown ones dropped, nulls of optional
 * members dropped, dates to UTC, words to their spelling, query texts to their types (4-decisions A.2 to A.9); then the check
 * against the schema, whose failures are one `ValidationFailed` with a text per path.
 */
export function compileReader(schema: TSchema, mode: InputMode): (value: unknown) => unknown {
  const read = readerOf(schema, mode)
  const check = compiledCheck(schema)
  return (value) => {
    const given = value === undefined || value === null ? whenNothing(schema, value) : value
    if (given === undefined) return undefined
    const result = read === null ? given : read(given)
    if (!check.Check(result)) throw validationFailed(check, result)
    return result
  }
}
