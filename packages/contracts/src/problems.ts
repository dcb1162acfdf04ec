import { DomainError, type ErrorTexts } from './errors.ts'

/** Collects the problems of an input, so that one response names them all (http.md#errors). */
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

/** Does work; what is wrong is named by another path than the work knows it by. */
export function withPaths<T>(rename: (path: string) => string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const sent = error instanceof DomainError ? error.details.errors : undefined
    if (!(error instanceof DomainError) || !sent) throw error
    const errors: ErrorTexts = Object.fromEntries(Object.entries(sent).map(([path, texts]) => [rename(path), texts]))
    const [first] = Object.entries(errors)
    throw new DomainError(error.code, `${first?.[0]} ${first?.[1][0]}`, { ...error.details, errors })
  }
}
