import { compiledCheck } from '@open-oms/service-kit/input/compiled-check'
import { collectErrorTexts } from '@open-oms/service-kit/input/input-errors'
import type { Static, TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'

/** An answer, or why it is not understood: a sentence about whoever gave it. */
export type ReadAnswer<Answer> = { answer: Answer } | { problem: string }

const READABLE_MAX = 300
/** What patterns of a single line begin with. */
const LINE = '^[^\\u0000'

/**
 * Reads what a service has answered (connectors.md#ask-protocol). An answer is understood as a
 * whole or not at all: an unknown field may be what the service means most.
 */
export function readAnswer<S extends TSchema>(model: S, body: unknown): ReadAnswer<Static<S>> {
  const check = compiledCheck(model)
  if (!check.Check(body)) return wrong(...firstProblem(check, body))
  const malformed = findMalformed(body, '')
  if (malformed === null) return { answer: body as Static<S> }
  return wrong(malformed.slice(1).replaceAll('/', '.'), 'is not well-formed Unicode')
}

/** Where an answer is wrong, and what was expected there, in plain words. */
function firstProblem(check: TypeCheck<TSchema>, body: unknown): [path: string, reason: string] {
  const [[path, [reason]] = ['', ['is not valid']]] = Object.entries(collectErrorTexts(check, body))
  const error = check.Errors(body).First()
  const isLine = error?.type === ValueErrorType.StringPattern && error.schema.pattern.startsWith(LINE)
  return [path, isLine ? 'must be one line without control characters' : (reason ?? 'is not valid')]
}

function wrong(path: string, reason: string): { problem: string } {
  return { problem: `Its answer is not understood: ${`${path === '' ? 'the whole' : path} ${reason}`.slice(0, READABLE_MAX)}.` }
}

/** The path of a text that the database refuses; null where there is none. */
function findMalformed(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = findMalformed(item, `${path}/${key}`)
    if (found !== null) return found
  }
  return null
}
