import { DomainError } from '@oms/contracts/errors'

type Code = 'CircularReference' | 'ComponentInvalid' | 'ComponentProductNotFound' | 'InvalidComponentSku' | 'ValidationFailed'

/** What is wrong with a package or a selection, naming the path (document 1, Component validation; 4-decisions M.2). */
export function packageProblem(code: Code, path: string, text: string): DomainError {
  return new DomainError(code, path === '' ? text : `${path} ${text}`, { errors: { [path]: [text] } })
}
