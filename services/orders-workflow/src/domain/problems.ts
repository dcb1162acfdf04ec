import { DomainError, type ErrorTexts } from '@oms/contracts/errors'

/** Collects what is wrong with an input, so that the caller learns of all of it at once (4-decisions T). */
export type Problems = {
  add(path: string, text: string): void
  /** Raises `ValidationFailed` when anything was added. */
  throwIfAny(): void
}

export function collectProblems(): Problems {
  const errors: ErrorTexts = {}
  return {
    add(path, text) {
      errors[path] = [...(errors[path] ?? []), text]
    },
    throwIfAny() {
      const [first] = Object.entries(errors)
      if (first === undefined) return
      throw new DomainError('ValidationFailed', `${first[0]} ${first[1][0]}`, { errors })
    },
  }
}
