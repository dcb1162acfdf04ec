import * as contracts from '@open-oms/contracts/gateway/account-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import { asDomainError } from '@open-oms/service-kit/http/error-handler'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { type RouteHandler, register } from '@open-oms/service-kit/server/register-route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askForPasskey } from '../credentials/passkeys.ts'
import { guarded, signedInResponse } from '../sessions/routes.ts'
import { type Sender, signedInOrigin } from '../sessions/sender.ts'
import { endListed, listSession } from '../sessions/session-list.ts'
import { type CurrentSession, shownSession, writtenCookie } from '../sessions/sessions.ts'
import { withFactor } from '../sessions/show-factor.ts'
import { requirePasswords, signInByPasskey } from '../sessions/sign-in.ts'
import { type AccountDeps, requireOwner, requireSession } from './account-deps.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import * as factors from './factors.ts'
import { readAccount } from './read-account.ts'

/** Puts on the server what people do for how they sign in (security.md#second-factors). */
export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  const put = <const C extends RouteContract>(contract: C, handler: RouteHandler<C, AccountDeps>) =>
    guarded(app, deps, contract, (scope) => {
      // One who guesses codes or passwords is slowed down as at signing in.
      if (contract.rateLimit === 'sign-in') scope.addHook('preHandler', deps.brake(cookieOf))
      register(scope, deps, contract, handler)
    })
  putPasskeySignIn(put)
  putSession(put)
  putAuthenticator(put)
  putPasskeys(put)
}

type Put = <const C extends RouteContract>(contract: C, handler: RouteHandler<C, AccountDeps>) => void

const cookieOf = ({ headers }: FastifyRequest) => headers.cookie ?? ''

type Change = { sender: Sender; session: CurrentSession; contract: RouteContract; details?: { name?: string; id?: string } }

/** Records what a person has done for how they sign in (audit.md#acts), before its response. */
function recordChange({ audit }: AccountDeps, { sender, session, contract, details = {} }: Change): Promise<void> {
  const { operationId: operation } = contract
  return audit.record(auditEntry('gateway', signedInOrigin(sender, session), { act: 'UserChange', operation, details }))
}

/** Records that what a person showed was wrong, as a sign-in that has failed (audit.md#acts). */
async function recordingFailure<T>(
  deps: AccountDeps,
  { sender, session, contract }: Change,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = asDomainError(error)
    const { operationId: operation } = contract
    const failed = { act: 'SignInFailed', outcome: 'Refused', operation, details: { error: code } } as const
    if (code === 'InvalidCredentials') await deps.audit.record(auditEntry('gateway', signedInOrigin(sender, session), failed))
    throw error
  }
}

/** The response with the session as it is now, for the cookie too. */
async function sessionResponse(deps: AccountDeps, session: CurrentSession): Promise<RouteResponse> {
  return { body: shownSession(deps, session), headers: { 'set-cookie': await writtenCookie(deps, session.sealed) } }
}

/** The response to a factor that was added: the session has shown it, too. */
async function factorResponse(
  deps: AccountDeps,
  { sealed }: CurrentSession,
  { kind, recoveryCodes }: { kind: 'Code' | 'Passkey'; recoveryCodes: string[] },
): Promise<RouteResponse> {
  const next = { ...sealed, factors: withFactor(sealed.factors, kind), confirmedAt: deps.now() }
  return { body: { recoveryCodes }, headers: { 'set-cookie': await writtenCookie(deps, next) } }
}

function putPasskeySignIn(put: Put): void {
  put(contracts.challengePasskey, async (deps) => {
    requirePasswords(deps)
    return { body: await askForPasskey(deps.passkeys) }
  })
  put(contracts.signInByPasskey, async (deps, { body, ...sender }) =>
    signedInResponse(deps, await signInByPasskey(deps, body, sender), sender),
  )
}

function putSession(put: Put): void {
  put(contracts.confirmSession, async (deps, { body, ...sender }) => {
    const session = await requireSession(deps, sender, 'change')
    const attempt = () => confirm(deps, { session, sender }, body)
    const confirmed = await recordingFailure(deps, { sender, session, contract: contracts.confirmSession }, attempt)
    await recordChange(deps, { sender, session, contract: contracts.confirmSession })
    return sessionResponse(deps, confirmed)
  })
  put(contracts.getAccount, async (deps, request) => ({
    body: await readAccount(deps, await requireSession(deps, request, 'read')),
  }))
  put(contracts.changePassword, async (deps, { body, ...sender }) => {
    const session = await requireSession(deps, sender, 'change')
    const attempt = () => changePassword(deps, { session, sender }, body)
    const next = await recordingFailure(deps, { sender, session, contract: contracts.changePassword }, attempt)
    await recordChange(deps, { sender, session, contract: contracts.changePassword })
    await listSession(deps, next, sender)
    return sessionResponse(deps, next)
  })
  put(contracts.endAccountSession, async (deps, { params, ...sender }) => {
    const session = await requireSession(deps, sender, 'change')
    const hasEnded = await endListed(deps, session, params.id)
    if (hasEnded) await recordChange(deps, { sender, session, contract: contracts.endAccountSession })
    return {}
  })
  put(contracts.resetFactors, async (deps, { params, ...sender }) => {
    const { session } = await requireOwner(deps, sender)
    await factors.resetFactors(deps, session, params.userName)
    await recordChange(deps, { sender, session, contract: contracts.resetFactors, details: { name: params.userName } })
    return {}
  })
}

function putAuthenticator(put: Put): void {
  put(contracts.offerAuthenticator, async (deps, request) => {
    const { user } = await requireOwner(deps, request)
    return { body: await factors.offerAuthenticator(deps, user) }
  })
  put(contracts.addAuthenticator, async (deps, { body, ...sender }) => {
    const { session, user } = await requireOwner(deps, sender)
    const recoveryCodes = await factors.addAuthenticator(deps, { user, sender }, body)
    await recordChange(deps, { sender, session, contract: contracts.addAuthenticator })
    return factorResponse(deps, session, { kind: 'Code', recoveryCodes })
  })
  put(contracts.removeAuthenticator, async (deps, sender) => {
    const { session, user } = await requireOwner(deps, sender)
    await factors.removeFactor(deps, user, null)
    await recordChange(deps, { sender, session, contract: contracts.removeAuthenticator })
    return {}
  })
  put(contracts.renewRecoveryCodes, async (deps, sender) => {
    const { session, user } = await requireOwner(deps, sender)
    const recoveryCodes = await factors.renewRecoveryCodes(deps, user)
    await recordChange(deps, { sender, session, contract: contracts.renewRecoveryCodes })
    return { body: { recoveryCodes } }
  })
}

function putPasskeys(put: Put): void {
  put(contracts.offerPasskey, async (deps, request) => {
    const { user } = await requireOwner(deps, request)
    return { body: await factors.offerPasskey(deps, user) }
  })
  put(contracts.addPasskey, async (deps, { body, ...sender }) => {
    const { session, user } = await requireOwner(deps, sender)
    const recoveryCodes = await factors.addPasskey(deps, user, body)
    await recordChange(deps, { sender, session, contract: contracts.addPasskey })
    return factorResponse(deps, session, { kind: 'Passkey', recoveryCodes })
  })
  put(contracts.removePasskey, async (deps, { params, ...sender }) => {
    const { session, user } = await requireOwner(deps, sender)
    await factors.removeFactor(deps, user, params.id)
    await recordChange(deps, { sender, session, contract: contracts.removePasskey, details: { id: params.id } })
    return {}
  })
}
