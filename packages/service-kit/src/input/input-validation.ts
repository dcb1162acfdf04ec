import { invalid } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import { Kind, type TArray, type TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { restoreParams } from '../http/router-options.ts'
import { compileListReader, compileReader } from './read-input.ts'
import type { InputMode } from './schema-reader.ts'

type ValidationResult = { value: unknown } | { error: unknown }
type Validator = (value: unknown) => ValidationResult | Promise<void>

/**
 * Compiles the schema with the first request that needs it: a start would compile some hundred, of
 * which a process uses few.
 */
function lazyValidator(schema: TSchema, mode: InputMode): Validator {
  let validator: Validator | undefined
  return (value) => {
    validator ??= compiledValidator(schema, mode)
    return validator(value)
  }
}

function compiledValidator(schema: TSchema, mode: InputMode): Validator {
  // Fastify shows a missing body as null. A null that was sent has been removed by now: see
  // `prepareInput`.
  if (mode === 'json' && schema[Kind] === 'Array') {
    const read = compileListReader(schema as TArray)
    return (value) => read(value ?? undefined)
  }
  const read = compileReader(schema, mode)
  return (value) => {
    try {
      return { value: read(value) }
    } catch (error) {
      return { error }
    }
  }
}

// Compiled once in a process, however many routes and apps use a schema: a `HEAD` route has those
// of its `GET`.
const known = { text: new WeakMap<TSchema, Validator>(), json: new WeakMap<TSchema, Validator>() }

/**
 * Makes Fastify read and check what comes in by the schemas of the routes: names in any letter
 * case, dates in several forms and so on (see `compileReader`). The handler finds the normal form
 * in `request.params`, `query` and `body`. Raises `ValidationFailed`.
 */
export const inputValidation = fp(
  async (app) => {
    app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
      const mode = httpPart === 'body' ? 'json' : 'text'
      const validator = known[mode].get(schema) ?? lazyValidator(schema, mode)
      known[mode].set(schema, validator)
      return validator as never
    })
  },
  { name: 'input-validation', fastify: '5.x' },
)

/** The schemas that Fastify validates a route's input by. */
export function inputSchemas({ params, query, body }: RouteContract): NonNullable<RouteOptions['schema']> {
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
  }
}

/** The `preValidation` hook of a route: what schemas cannot say about the input as it was sent. */
export function prepareInput({ body }: RouteContract) {
  const isList = body?.[Kind] === 'Array'
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    // Postgres cannot keep NUL, and no id contains it.
    if (request.url.includes('%00')) return done(invalid('', 'The address must not contain the NUL character'))
    restoreParams(request.params)
    if (isList && request.body === null) request.body = []
    done()
  }
}
