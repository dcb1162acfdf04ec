import { invalid } from '@oms/contracts/errors'
import type { RouteContract } from '@oms/contracts/route'
import type { FastifyRequest } from 'fastify'
import { compileBodyReader, compileReader } from './read-input.ts'
import { restoreParams } from './router-options.ts'

export type RouteInput = { params: unknown; query: unknown; body: unknown }

/** Compiles a contract's readers once; the result reads one request and collects nothing between requests. */
export function inputReaders(contract: RouteContract): (request: FastifyRequest) => Promise<RouteInput> {
  const params = contract.params === undefined ? null : compileReader(contract.params, 'text')
  const query = contract.query === undefined ? null : compileReader(contract.query, 'text')
  const body = contract.body === undefined ? null : compileBodyReader(contract.body)
  return async (request) => {
    // Postgres cannot keep NUL, and no id contains it.
    if (request.url.includes('%00')) throw invalid('', 'The address must not contain the NUL character')
    return {
      params: params === null ? undefined : params(restoreParams(request.params)),
      query: query === null ? undefined : query(request.query),
      body: body === null ? undefined : await body(request.body),
    }
  }
}
