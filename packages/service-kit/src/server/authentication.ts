import { type Access, isAllowed } from '@oms/contracts/access'
import { DomainError, invariant } from '@oms/contracts/errors'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Caller } from './caller.ts'

/**
 * Tells who sends a request from its `Authorization` header. Answers at once for a token that was verified before; throws or
 * rejects with `Unauthorized`, or with `Unavailable` when the issuer's keys cannot be had.
 */
export type Authenticator = (authorization: string | undefined) => Caller | Promise<Caller>

function requireRole(caller: Caller, access: Access): void {
  if (access !== 'public' && !isAllowed(caller.roles, access)) {
    throw new DomainError('Forbidden', `This needs one of the roles ${access.join(', ')}.`)
  }
}

/** The `onRequest` hook of a route: the body is neither read nor parsed before the token and the role are found good. */
export function accessCheck(authenticator: Authenticator | null, access: Access) {
  if (access === 'public') return []
  invariant(authenticator !== null, 'a route asks for roles but the server has no authenticator')
  const admit = (request: FastifyRequest, caller: Caller) => {
    requireRole(caller, access)
    request.caller = caller
  }
  return [
    (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
      const found = authenticator(request.headers.authorization)
      if (!(found instanceof Promise)) {
        admit(request, found)
        return done()
      }
      found.then((caller) => admit(request, caller)).then(() => done(), done)
    },
  ]
}
