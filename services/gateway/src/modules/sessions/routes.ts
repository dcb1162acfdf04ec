import { DomainError } from '@open-oms/contracts/errors'
import type { SignIn } from '@open-oms/contracts/gateway/session'
import * as contracts from '@open-oms/contracts/gateway/session-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { type KitDeps, register } from '@open-oms/service-kit/server/register-route'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import type { NameOf } from '../limits/slow-failures.ts'
import { type AcceptSessionDeps, sessionEnded } from './accept-session.ts'
import { refuseOtherSites, requireCsrfToken } from './refuse-foreign-request.ts'
import { type Sender, signedInOrigin } from './sender.ts'
import type { ListedDeps } from './session-deps.ts'
import { listSession } from './session-list.ts'
import { type CurrentSession, endSession, findSession, providerPath, shownSession, writtenCookie } from './sessions.ts'
import { type SignInDeps, signIn } from './sign-in.ts'
import { nameKey } from './user-registry.ts'

export type SessionRouteDeps = KitDeps &
  SignInDeps &
  AcceptSessionDeps &
  ListedDeps & {
    /** Makes the hook that counts the requests of a route. */
    limit: (contract: RouteContract) => onRequestAsyncHookHandler
    /** The hook that slows down attempts after too many failures. */
    brake: (nameOf: NameOf) => preHandlerAsyncHookHandler
  }

/** Not what the browser stores: picks that were made offline have yet to be sent. */
const CACHED_PAGES = '"cache"'

/** Puts signing in and out on the server (security.md#sessions). */
export function registerSessions(app: FastifyInstance, deps: SessionRouteDeps): void {
  guarded(app, deps, contracts.signIn, (scope) => {
    scope.addHook('preHandler', deps.brake(userNameKey))
    register(scope, deps, contracts.signIn, async (deps, { body, ...sender }) => {
      const session = await signIn(deps, body, sender)
      if ('secondFactors' in session) return { status: 202, body: session, headers: { location: contracts.signIn.url } }
      return signedInResponse(deps, session, sender)
    })
  })
  guarded(app, deps, contracts.getSession, (scope) =>
    register(scope, deps, contracts.getSession, async (deps, { headers }) => {
      if (deps.cookie.read(headers) === null) throw new DomainError('Unauthorized', 'Nobody is signed in.')
      const session = await findSession(deps, headers)
      if (session === null) throw sessionEnded(deps)
      return { body: shownSession(deps, session) }
    }),
  )
  guarded(app, deps, contracts.signOut, (scope) =>
    register(scope, deps, contracts.signOut, async (deps, { query, headers, origin }) => {
      const session = await findSession(deps, headers)
      if (session !== null) {
        requireCsrfToken(headers, session.sealed.csrfToken)
        const everywhere = query.everywhere === true
        const left = { act: 'SignOut', operation: 'signOut', details: { everywhere } } as const
        await deps.audit.record(auditEntry('gateway', signedInOrigin({ origin }, session), left))
        await endSession(deps, session, everywhere)
      }
      return { headers: { 'set-cookie': deps.cookie.clear(), 'clear-site-data': CACHED_PAGES } }
    }),
  )
  guarded(app, deps, contracts.getSignInOptions, (scope) =>
    register(scope, deps, contracts.getSignInOptions, async ({ methods, publicUrl }) => {
      const { passwords, providers } = methods()
      // By the public address: the provider leads back there, and only there is the cookie of the
      // attempt.
      const shown = providers.map(({ id, settings }) => ({ name: settings.name, url: `${publicUrl}${providerPath(id)}` }))
      return { body: { passwords, providers: shown } }
    }),
  )
}

/**
 * The response to who has signed in: the session is listed, and the one that the request came with
 * ends. Raises `Unavailable`.
 */
export async function signedInResponse(deps: SessionRouteDeps, session: CurrentSession, sender: Sender): Promise<RouteResponse> {
  const { headers } = sender
  await listSession(deps, session, sender)
  const former = await findSession(deps, headers)
  if (former !== null) await endSession(deps, former, false)
  const cookies = [
    await writtenCookie(deps, session.sealed),
    await deps.device.write(deps.keyRing(), headers, nameKey(session.user.userName)),
  ]
  return { body: shownSession(deps, session), headers: { 'set-cookie': cookies } }
}

const userNameKey = ({ body }: FastifyRequest) => nameKey((body as SignIn).userName)

/** What holds for all of them: the limit of the route, no cache, and pages of the gateway alone. */
// biome-ignore lint/complexity/useMaxParams: as with `register`, the list of routes reads as a table.
export function guarded(
  app: FastifyInstance,
  deps: SessionRouteDeps,
  contract: RouteContract,
  put: (scope: FastifyInstance) => void,
): void {
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', deps.limit(contract))
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(request, deps.publicUrl)
    })
    put(scope)
  }
  app.register(plugin)
}
