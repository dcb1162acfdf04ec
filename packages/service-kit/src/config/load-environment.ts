import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { OptionalKind } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readSecret } from './secret-files.ts'

/** One environment variable as `.env.example` and the configuration reference show it. */
export type EnvironmentVariable = {
  name: string
  description: string
  /** As it is written in the environment; null when there is none. */
  default: string | null
  isRequired: boolean
  /** Declared with `secret: true`: its value is never shown. */
  isSecret: boolean
  /** What it may be: `text`, `number`, `true or false`, `list` (comma-separated) or the words. */
  form: string
}

/** The environment does not fit; the message has one line per variable, for people. */
export class EnvironmentError extends Error {
  constructor(problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'EnvironmentError'
  }
}

function allowedWords(schema: TSchema): string[] | null {
  if (Array.isArray(schema.enum)) return schema.enum
  const options = schema.anyOf as TSchema[] | undefined
  return options?.every((option) => typeof option.const === 'string') ? options.map((option) => option.const) : null
}

function describeForm(schema: TSchema): string {
  const words = allowedWords(schema)
  if (words !== null) return words.join(', ')
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'boolean') return 'true or false'
  return schema.type === 'array' ? 'list' : 'text'
}

function convert(schema: TSchema, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number')
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
  if (schema.type === 'boolean') return { true: true, '1': true, false: false, '0': false }[text.toLowerCase()] ?? text
  if (schema.type === 'array')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return text
}

function describeLimits(schema: TSchema): string {
  const bounds = [
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
    schema.minLength === undefined ? '' : `at least ${schema.minLength} characters`,
    schema.pattern === undefined ? '' : `of the form ${schema.pattern}`,
    schema.format === undefined ? '' : `a valid ${schema.format}`,
  ]
  return bounds.filter((bound) => bound !== '').join(', ')
}

function describeProblem(name: string, schema: TSchema, text: string): string {
  const shown = schema.secret === true ? '' : `, not "${text}"`
  const limits = describeLimits(schema)
  return `${name} must be ${describeForm(schema)}${limits === '' ? '' : ` (${limits})`}${shown}`
}

type Source = Record<string, string | undefined>
type ReadVariable = { value: unknown; problem: string | null }

function readVariable(name: string, schema: TSchema, source: Source): ReadVariable {
  try {
    const text = schema.secret === true ? readSecret(name, source) : source[name]
    return convertVariable(name, schema, text)
  } catch (error) {
    return { value: undefined, problem: (error as Error).message }
  }
}

function convertVariable(name: string, schema: TSchema, text: string | undefined): ReadVariable {
  // An empty variable is one that someone meant to leave out.
  if (text === undefined || text === '') {
    if (schema.default !== undefined) return { value: schema.default, problem: null }
    if (schema[OptionalKind] === 'Optional') return { value: undefined, problem: null }
    return { value: undefined, problem: `${name} is missing: ${schema.description ?? describeForm(schema)}` }
  }
  const value = convert(schema, text)
  return { value, problem: Value.Check(schema, value) ? null : describeProblem(name, schema, text) }
}

/**
 * Reads a service's environment by its one TypeBox object: numbers, booleans and comma-separated
 * lists from text, secrets also from files (configuration.md#secrets-in-files), defaults for what
 * is missing. Throws `EnvironmentError` that names every variable at fault and why; values of
 * secrets are not in it.
 */
export function loadEnvironment<T extends TObject>(schema: T, source: Source = process.env): Static<T> {
  const result: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    const { value, problem } = readVariable(name, property, source)
    if (problem !== null) problems.push(problem)
    else if (value !== undefined) result[name] = value
  }
  if (problems.length > 0) throw new EnvironmentError(problems)
  return result as Static<T>
}

function defaultText(schema: TSchema): string | null {
  if (schema.default === undefined || schema.secret === true) return null
  return Array.isArray(schema.default) ? schema.default.join(',') : String(schema.default)
}

/** The variables of an environment object, for the generated references. */
export function describeEnvironment(schema: TObject): EnvironmentVariable[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    description: property.description ?? '',
    default: defaultText(property),
    isRequired: property.default === undefined && property[OptionalKind] !== 'Optional',
    isSecret: property.secret === true,
    form: describeForm(property),
  }))
}
