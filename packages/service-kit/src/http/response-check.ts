import { invariant } from '@oms/contracts/errors'
import type { RouteContract } from '@oms/contracts/route'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { compiledCheck } from '../input/compiled-check.ts'
import type { ResponseCheck } from './finish-response.ts'

function firstMismatch(check: TypeCheck<TSchema>, value: unknown): string {
  const error = check.Errors(value).First()
  return error === undefined ? '' : `${error.path || '/'}: ${error.message}, got ${JSON.stringify(error.value)?.slice(0, 80)}`
}

/**
 * For tests: compares every response of a route with its contract and fails the request when they
 * differ.
 */
export function responseChecker(contract: RouteContract): ResponseCheck {
  const schemas = new Map(Object.entries(contract.responses).map(([status, schema]) => [Number(status), schema]))
  return ({ status, body, isJson }) => {
    const schema = schemas.get(status)
    invariant(schema !== undefined, `${contract.operationId} returns ${status}, which its contract does not name`)
    if (body === null && schema?.[OptionalKind] === 'Optional') return
    if (schema === null) return invariant(body === null, `${contract.operationId} returns ${status} with a body`)
    invariant(body !== null, `${contract.operationId} returns ${status} without a body`)
    if (!isJson) return
    // Only now: a test asks few of the routes of its app, and compiling all their responses takes
    // longer than the test.
    const check = compiledCheck(schema)
    const value = typeof body === 'string' && schema.type !== 'string' ? JSON.parse(body) : body
    // To look for what is wrong takes a hundred times as long as to see that nothing is.
    if (check.Check(value)) return
    invariant(false, `${contract.operationId} returns ${status} against its contract: ${firstMismatch(check, value)}`)
  }
}
