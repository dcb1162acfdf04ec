import type { ConfigFileContract, ConfigProblem } from '@open-oms/contracts/config/config-file'
import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'

/** Either what the program works with, or what is wrong with the file. */
export type CheckedConfigFile = { content: unknown } | { problems: ConfigProblem[] }

/**
 * Reads the text of a configuration file: JSON, defaults filled in, checked against the file's
 * schema. Pure.
 */
export function checkConfigFile({ file, schema, read }: ConfigFileContract, text: string): CheckedConfigFile {
  const parsed = parse(text)
  if ('reason' in parsed) {
    const remedy = 'Correct the syntax there: an editor shows it, often a comma or a quote that is missing or too many.'
    return { problems: [{ file, path: '', reason: parsed.reason, remedy }] }
  }
  const { value, problems } = problemsOf(schema, parsed.value)
  if (problems.length === 0) return { content: read(value) }
  const first = new Map<string, ConfigProblem>()
  for (const problem of problems) if (!first.has(problem.path)) first.set(problem.path, { file, ...problem })
  return { problems: [...first.values()] }
}

type FileProblem = Omit<ConfigProblem, 'file'>

/**
 * The value with its defaults, and what is wrong with it. `Value.Default` gives a nullable field
 * that has a mistake no defaults: it is looked through once more as what it is when it is not null.
 */
function problemsOf(schema: TSchema, written: unknown, pointer = ''): { value: unknown; problems: FileProblem[] } {
  const value = Value.Default(schema, structuredClone(written))
  const problems = objectsForLists(written, value, pointer).map(listProblem)
  for (const error of Value.Errors(schema, value)) {
    const at = `${pointer}${error.path}`
    const form = error.type === ValueErrorType.Union ? presentForm(error.schema) : undefined
    if (form === undefined) problems.push(explain({ ...error, path: at }))
    else problems.push(...problemsOf(form, error.value, at).problems)
  }
  return { value, problems }
}

/** The form of a nullable field that is not null. */
function presentForm(schema: TSchema): TSchema | undefined {
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null')
}

function parse(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { reason: `is not JSON: ${(error as Error).message}` }
  }
}

/**
 * The paths where an object was written and `Value.Default` has made an empty list of it, as it
 * does where a list has a default.
 */
function objectsForLists(written: unknown, filled: unknown, path: string): string[] {
  if (typeof written !== 'object' || written === null) return []
  if (!Array.isArray(written) && Array.isArray(filled)) return [readablePath(path)]
  return Object.entries(written).flatMap(([key, value]) =>
    objectsForLists(
      value,
      (filled as Record<string, unknown>)[key],
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  )
}

function listProblem(path: string): FileProblem {
  return {
    path,
    reason: 'expected array, is an object',
    remedy: 'Write a list: [ … ]. The schema of the file shows its items.',
  }
}

/** `/stores/2/marketId` becomes `stores[2].marketId`. */
function readablePath(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  const written = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
  return written.join('').replace(/^\./, '')
}

function explain(error: ValueError): FileProblem {
  return { path: readablePath(error.path), reason: errorReason(error), remedy: errorRemedy(error) }
}

function errorReason({ type, schema, value, message }: ValueError): string {
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is missing'
  if (type === ValueErrorType.ObjectAdditionalProperties) return 'is not a known setting'
  // Someone may have written the secret itself where its hash belongs.
  if (schema.secret === true) return `does not have the form of: ${schema.description ?? message}`
  if (schema[Kind] === 'Word') return `must be one of ${schema.enum.join(', ')}, is ${JSON.stringify(value)}`
  if (schema.mustBe !== undefined) return `${JSON.stringify(value)} is not ${schema.mustBe}`
  if (type === ValueErrorType.StringFormat || type === ValueErrorType.StringPattern) {
    const meaning = schema.description ?? message
    if (meaning.startsWith('must ')) return `${meaning}, is ${JSON.stringify(value)}`
    return `${JSON.stringify(value)} does not have the form of: ${meaning}`
  }
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}, is ${JSON.stringify(value)}`
}

function errorRemedy({ type, schema, value }: ValueError): string {
  if (type === ValueErrorType.ObjectRequiredProperty) return `Add it${schemaMeaning(schema)}`
  if (type === ValueErrorType.ObjectAdditionalProperties)
    return 'Correct its name, or remove it; the schema of the file lists the settings that there are.'
  if (schema.secret === true) return 'Make the value with tools/hash-secret.ts, and paste it as a whole.'
  if (schema[Kind] === 'Word') return wordLike(value, schema.enum)
  if (schema.mustBe !== undefined) return `Write ${schema.mustBe}.`
  return `Correct the value${schemaMeaning(schema)}`
}

function schemaMeaning({ description }: TSchema): string {
  return description === undefined ? '.' : `: ${description.replace(/\.$/, '')}.`
}

function wordLike(value: unknown, words: readonly string[]): string {
  const same = words.find((word) => word.toLowerCase() === String(value).toLowerCase())
  return same === undefined ? `Write one of ${words.join(', ')}.` : `Write "${same}": letter case counts.`
}
