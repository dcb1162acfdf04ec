import formBody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionDeps } from '../sessions/sessions.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { LogoutTokenRefused } from './logout-token.ts'
import type { ConnectProvider } from './provider-connections.ts'

/** Where providers say that somebody has signed out there; it must be registered at each. */
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
 * may go on (section 2.8).
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
