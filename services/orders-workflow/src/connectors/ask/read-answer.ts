import { compiledCheck } from '@oms/service-kit/input/compiled-check'
import type { Static, TSchema } from '@sinclair/typebox'
import { ValueErrorType } from '@sinclair/typebox/errors'

/** An answer, or why it is not understood: a sentence about whoever gave it. */
export type ReadAnswer<Answer> = { answer: Answer } | { problem: string }

const READABLE_MAX = 300

/**
 * Reads what a service has answered (connectors.md#ask-protocol). An answer is understood as a
 * whole or not at all: an unknown field may be what the service means most.
 */
export function readAnswer<S extends TSchema>(model: S, body: unknown): ReadAnswer<Static<S>> {
  const [error] = compiledCheck(model).Errors(body)
  if (error !== undefined) {
    const isUnknown = error.type === ValueErrorType.ObjectAdditionalProperties
    return wrong(error.path, isUnknown ? 'is not a field of answers' : lowerFirst(error.message))
  }
  const malformed = findMalformed(body, '')
  return malformed === null ? { answer: body as Static<S> } : wrong(malformed, 'is not well-formed Unicode')
}

function wrong(path: string, reason: string): { problem: string } {
  const field = path === '' ? 'the whole' : path.slice(1).replaceAll('/', '.')
  return { problem: `Its answer is not understood: ${`${field} ${reason}`.slice(0, READABLE_MAX)}.` }
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
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
