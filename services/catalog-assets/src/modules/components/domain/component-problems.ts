import { DomainError } from '@open-oms/contracts/errors'

/** A problem of a component, with its path in the request. */
export type ComponentProblem = {
  code: 'ComponentInvalid' | 'ComponentProductNotFound' | 'InvalidComponentSku'
  path: string
  text: string
}

/** Maximum number of paths that one error names. */
const NAMED_MAX = 100

/**
 * Refuses components with problems: one error that names all of them, under the code of the first
 * (components.md#component-checks, http.md#errors).
 */
export function assertNoProblems(problems: readonly ComponentProblem[]): void {
  const [first] = problems
  if (first === undefined) return
  const named = Object.groupBy(problems.slice(0, NAMED_MAX), ({ path }) => path)
  const errors = Object.fromEntries(Object.entries(named).map(([path, list = []]) => [path, list.map(({ text }) => text)]))
  const others = Object.keys(errors).length - 1
  const ending = others > 0 ? `, and ${others} more.` : '.'
  throw new DomainError(first.code, `${first.path} ${first.text}${ending}`, { errors })
}
