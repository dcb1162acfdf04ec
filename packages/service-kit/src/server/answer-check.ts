import { invariant } from '@oms/contracts/errors'
import type { RouteContract } from '@oms/contracts/route'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { AnswerCheck } from './finish-answer.ts'

function firstMismatch(check: TypeCheck<TSchema>, value: unknown): string {
  const error = check.Errors(value).First()
  return error === undefined ? '' : `${error.path || '/'}: ${error.message}, got ${JSON.stringify(error.value)?.slice(0, 80)}`
}

/** For tests: compares every answer of a route with its contract and fails the request when they differ. */
export function answerChecker(contract: RouteContract): AnswerCheck {
  const checks = new Map<number, TypeCheck<TSchema> | null>()
  for (const [status, schema] of Object.entries(contract.responses)) {
    checks.set(Number(status), schema === null ? null : TypeCompiler.Compile(schema))
  }
  return ({ status, body, isJson }) => {
    const check = checks.get(status)
    invariant(check !== undefined, `${contract.operationId} answers ${status}, which its contract does not name`)
    if (body === null && check?.Schema()[OptionalKind] === 'Optional') return
    if (check === null) return invariant(body === null, `${contract.operationId} answers ${status} with a body`)
    invariant(body !== null, `${contract.operationId} answers ${status} without a body`)
    if (!isJson) return
    const value = typeof body === 'string' && check.Schema().type !== 'string' ? JSON.parse(body) : body
    invariant(
      check.Check(value),
      `${contract.operationId} answers ${status} against its contract: ${firstMismatch(check, value)}`,
    )
  }
}
