import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/**
 * The compiled check of a schema, which must not change any more. Compiled once in a process,
 * however many routes and apps use it.
 */
export function compiledCheck(schema: TSchema): TypeCheck<TSchema> {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = TypeCompiler.Compile(schema)
  checks.set(schema, check)
  return check
}
