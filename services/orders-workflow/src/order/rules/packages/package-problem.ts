import { DomainError } from '@open-oms/contracts/errors'

type Code = 'CircularReference' | 'ComponentInvalid' | 'ComponentProductNotFound' | 'InvalidComponentSku' | 'ValidationFailed'

/**
 * What is wrong with a package or a selection, naming the path (components.md#component-checks,
 * packages.md#component-selection).
 */
export function packageProblem(code: Code, path: string, text: string): DomainError {
  return new DomainError(code, path === '' ? text : `${path} ${text}`, { errors: { [path]: [text] } })
}
