import formBody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { providerMark } from '../sessions/ended-sessions.ts'
import type { SessionDeps } from '../sessions/sessions.ts'
import { LogoutTokenRefused } from './logout-token.ts'
import { isSameIssuer } from './provider-addresses.ts'
import type { ConnectProvider } from './provider-connections.ts'

/** Where providers say that someone has signed out there; it must be registered at each. */
const BACK_CHANNEL_LOGOUT_PATH = '/session/oidc/backchannel-logout'

const BODY_LIMIT = 64 * 1024

/**
 * Takes logout tokens of providers (security.md#back-channel-logout). As with every token, its
 * signature is checked before anything counts; a limit of requests would leave people signed in
 * when many sign out.
 */
export function backChannelLogout(deps: SessionDeps & { connectProvider: ConnectProvider }): FastifyPluginAsync {
  return async (scope) => {
    // A token comes as a form, and as nothing else.
    scope.removeAllContentTypeParsers()
    await scope.register(formBody, { bodyLimit: BODY_LIMIT })
    scope.setErrorHandler(refuse)
    scope.post(BACK_CHANNEL_LOGOUT_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown }
      await endProviderSessions(deps, token)
      request.log.info({ traceId: request.traceId }, 'A provider has ended sessions.')
      return reply.code(200).send()
    })
  }
}

/**
 * Whatever went wrong is 400 with an error of OAuth 2.0: so the provider knows that the sessions
 * may continue (section 2.8).
 */
function refuse(failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = failure instanceof Error ? failure : new Error(String(failure))
  // What anybody can cause as often as they like must not fill the log.
  const level = error instanceof LogoutTokenRefused && !error.isSigned ? 'debug' : 'warn'
  request.log[level]({ traceId: request.traceId }, `A logout token of a provider was refused: ${error.message}.`)
  const description =
    error instanceof LogoutTokenRefused ? `The logout token is refused: ${error.message}.` : 'The logout failed.'
  return reply.code(400).send({ error: 'invalid_request', error_description: description })
}

type Deps = Pick<SessionDeps, 'methods' | 'ended' | 'now'> & { connectProvider: ConnectProvider }

/**
 * Ends the sessions that a provider names in a logout token, at all gateways
 * (security.md#back-channel-logout). Raises `LogoutTokenRefused`, `SignInFailure` when the
 * provider's keys cannot be read, and `Unavailable` when it could not be relied on.
 */
async function endProviderSessions(deps: Deps, token: unknown): Promise<void> {
  if (typeof token !== 'string' || token === '') throw refusal('there is no logout_token')
  const said = readIssuer(token)
  const provider = deps.methods().providers.find(({ issuer }) => isSameIssuer(issuer, said))
  if (provider === undefined) throw refusal('it is of no provider that people sign in with here')
  const connection = await deps.connectProvider(provider)
  const { sid, subject, id } = await connection.readLogoutToken(token, deps.now())
  const mark = (value: string | null) => (value === null ? null : providerMark(provider.issuer, value))
  const logout = { sid: mark(sid), subject: mark(subject), message: providerMark(provider.issuer, id) }
  if (!(await deps.ended.endByProvider(logout, deps.now())))
    throw new LogoutTokenRefused('it has come before', { isSigned: true })
}

/** Whom the token says to be of, which the signature must then prove. */
function readIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch (cause) {
    throw new LogoutTokenRefused('it is no JWT', { isSigned: false, cause })
  }
}

const refusal = (message: string) => new LogoutTokenRefused(message, { isSigned: false })
