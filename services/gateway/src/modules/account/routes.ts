import * as contracts from '@oms/contracts/gateway/account-routes'
import type { RouteContract } from '@oms/contracts/route'
import type { RouteResponse } from '@oms/service-kit/http/route-response'
import { type RouteHandler, register } from '@oms/service-kit/server/register-route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askForPasskey } from '../credentials/passkeys.ts'
import { guarded, signedInResponse } from '../sessions/routes.ts'
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
    return sessionResponse(deps, await confirm(deps, { session, sender }, body))
  })
  put(contracts.getAccount, async (deps, request) => ({
    body: await readAccount(deps, await requireSession(deps, request, 'read')),
  }))
  put(contracts.changePassword, async (deps, { body, ...sender }) => {
    const session = await requireSession(deps, sender, 'change')
    const next = await changePassword(deps, { session, sender }, body)
    await listSession(deps, next, sender)
    return sessionResponse(deps, next)
  })
  put(contracts.endAccountSession, async (deps, { params, ...request }) => {
    await endListed(deps, await requireSession(deps, request, 'change'), params.id)
    return {}
  })
  put(contracts.resetFactors, async (deps, { params, ...request }) => {
    const { session } = await requireOwner(deps, request)
    await factors.resetFactors(deps, session, params.userName)
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
    return factorResponse(deps, session, { kind: 'Code', recoveryCodes })
  })
  put(contracts.removeAuthenticator, async (deps, request) => {
    await factors.removeFactor(deps, (await requireOwner(deps, request)).user, null)
    return {}
  })
  put(contracts.renewRecoveryCodes, async (deps, request) => {
    const { user } = await requireOwner(deps, request)
    return { body: { recoveryCodes: await factors.renewRecoveryCodes(deps, user) } }
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
    return factorResponse(deps, session, { kind: 'Passkey', recoveryCodes })
  })
  put(contracts.removePasskey, async (deps, { params, ...request }) => {
    await factors.removeFactor(deps, (await requireOwner(deps, request)).user, params.id)
    return {}
  })
}
