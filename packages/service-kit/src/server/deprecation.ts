import type { Deprecation } from '@open-oms/contracts/route'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * The headers of every response of a call that clients are to give up
 * (docs/reference/compatibility.md#deprecation): `Deprecation` of RFC 9745 and `Sunset` of
 * RFC 8594.
 */
function deprecationHeaders({ since, sunset }: Deprecation): { deprecation: string; sunset: string } {
  const seconds = Date.parse(since) / 1_000
  return { deprecation: `@${seconds}`, sunset: new Date(sunset).toUTCString() }
}

/** Sets them before anything else is looked at, so that errors have them too. */
export function announceDeprecation(deprecation: Deprecation) {
  const headers = deprecationHeaders(deprecation)
  return (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    reply.headers(headers)
    done()
  }
}
