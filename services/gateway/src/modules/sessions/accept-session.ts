import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@open-oms/contracts/errors'
import { UNATTENDED_HEADER } from '@open-oms/contracts/gateway/session'
import type { RouteContract } from '@open-oms/contracts/route'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { requireNetwork } from '../limits/networks.ts'
import { needsCsrfToken, refuseOtherSites, requireCsrfToken } from './refuse-foreign-request.ts'
import type { CallerOfSession } from './session-callers.ts'
import { findSession, renewedCookie, requireConfirmed, requireNoDuty, type SessionDeps } from './sessions.ts'

/** How long a stream of a session that has ended continues at most. */
const STREAM_CHECK_MS = 2_000

export type AcceptSessionDeps = SessionDeps & { publicUrl: string; callerOfSession: CallerOfSession }

/**
 * The `onRequest` hook that takes the session of a request in place of a token
 * (security.md#sessions): the request continues as if it had come with a token of the person. One
 * with `Authorization` is left as it is. Raises `CrossSiteRequest`, `SessionEnded`,
 * `CsrfTokenInvalid`, `AddressNotAllowed`, `PasswordChangeRequired`, `SecondFactorRequired`,
 * `ConfirmationRequired`.
 */
export function acceptSession(deps: AcceptSessionDeps, contract: RouteContract) {
  const mustShowToken = needsCsrfToken(contract)
  const accept = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers } = request
    refuseOtherSites(request, deps.publicUrl)
    const session = await findSession(deps, headers)
    if (session === null) throw sessionEnded(deps)
    // First, so that the refusal is known to be of this person.
    request.caller = deps.callerOfSession(session)
    requireNetwork(session, request.ip)
    if (mustShowToken) requireCsrfToken(headers, session.sealed.csrfToken)
    requireNoDuty(session)
    if (contract.needsConfirmation === true) requireConfirmed(deps, session)
    const renewed = isUnattended(contract, headers) ? null : await renewedCookie(deps, session)
    if (renewed !== null) reply.header('set-cookie', renewed)
    if (contract.isStream === true) endWithSession(deps, request, reply)
  }
  // Most requests have a token: a callback spares them the wait for a promise.
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { headers } = request
    if (headers.authorization !== undefined || deps.cookie.read(headers) === null) return done()
    accept(request, reply).then(() => done(), done)
  }
}

/** Ends a response when the session of its request is over, signed out elsewhere too. */
function endWithSession(deps: SessionDeps, { headers }: FastifyRequest, { raw }: FastifyReply): void {
  const check = async () => {
    // What cannot be looked up now is looked up again.
    const session = await findSession(deps, headers).catch(() => undefined)
    if (session === null) raw.end()
  }
  const timer = setInterval(check, STREAM_CHECK_MS).unref()
  raw.once('close', () => clearInterval(timer))
}

/**
 * Whether no person has asked for a request: a stream connects again for as long as its page is
 * open, and pages say so of what they read while nobody uses them. The session of a page that is
 * left open ends all the same.
 */
function isUnattended({ isStream }: RouteContract, headers: IncomingHttpHeaders): boolean {
  return isStream === true || headers[UNATTENDED_HEADER] === 'true'
}

/** The refusal of a cookie whose session has ended; it clears the cookie. */
export function sessionEnded({ cookie }: Pick<SessionDeps, 'cookie'>): DomainError {
  return new DomainError('SessionEnded', 'The session is over. Sign in again.', { headers: { 'set-cookie': cookie.clear() } })
}
