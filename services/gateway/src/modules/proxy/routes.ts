import type { ServerResponse } from 'node:http'
import { BODY_LIMIT_DEFAULT, type RouteContract } from '@open-oms/contracts/route'
import { accessCheck } from '@open-oms/service-kit/authentication/authentication'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { ServiceTokens } from '../tokens/service-tokens.ts'
import { forwardRequest, type Target } from './forward-request.ts'
import { responseRules } from './response-rules.ts'
import { type ProxiedRoute, proxiedRoutes } from './route-table.ts'
import type { ServiceName, Upstream } from './upstream.ts'

/** How panels of the console read by a route. */
export type PanelAccess = {
  /** The `onRequest` hook that takes the token of a panel in place of an access token. */
  accept: onRequestAsyncHookHandler
  /** Answers what a browser asks before it sends the token. */
  preflight: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

export type ProxyDeps = {
  upstreams: Readonly<Record<ServiceName, Upstream>>
  /** How panels of the console read by a route; null where they do not. */
  panelAccess: (contract: RouteContract) => PanelAccess | null
  /** Makes the hooks that take a session in place of a token, before the token is checked. */
  acceptSession: (contract: RouteContract) => onRequestHookHandler[]
  /** The hooks that refuse clients by their token, time and network, after the token is checked. */
  checkClient: onRequestAsyncHookHandler[]
  /** Signs the tokens that requests are sent on with. */
  serviceTokens: ServiceTokens
  /** Makes the hook that counts the requests of a route. */
  limit: (contract: RouteContract) => onRequestAsyncHookHandler
  /** Makes what changes the bodies of a route on their way to the service; undefined: they stay. */
  changeBody: (contract: RouteContract) => Target['changeBody']
  /** The hook that slows down requests after too many failures. */
  brake: onRequestAsyncHookHandler
  /** The hook that limits how many requests without a token an address has under way. */
  limitPublic: onRequestAsyncHookHandler
  /** The lowest rate at which a client without a token may take a response; 0: any. */
  publicBytesPerSecondMin: number
}

/**
 * Puts every route of the services behind on the server. In this order: token and role (401, 403),
 * limits (429), length of the body (413); then the request continues, its body unread, and the
 * service checks everything again.
 */
export function registerProxy(app: FastifyInstance, deps: ProxyDeps, routes: readonly ProxiedRoute[] = proxiedRoutes()): void {
  const forwarding: FastifyPluginAsync = async (scope) => {
    const streams = new Set<ServerResponse>()
    // They would hold up the stop until their clients go. The clients connect again, elsewhere.
    scope.addHook('preClose', async () => {
      for (const stream of streams) stream.destroy()
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes) putRoute(scope, deps, route, streams)
  }
  app.register(forwarding)
}

// biome-ignore lint/complexity/useMaxParams: what all routes share, and the route.
function putRoute(
  scope: FastifyInstance,
  deps: ProxyDeps,
  { contract, service }: ProxiedRoute,
  streams: Set<ServerResponse>,
): void {
  const { bodyLimit = BODY_LIMIT_DEFAULT, hasEffect = false, isStream = false } = contract
  const isPublic = contract.access === 'public'
  const token = deps.serviceTokens.forRoute(service, contract)
  const signCallerToken = ({ caller }: FastifyRequest) => token(caller as Caller)
  const pace = isPublic ? { publicBytesPerSecondMin: deps.publicBytesPerSecondMin } : { tokenOf: signCallerToken }
  const target: Target = {
    upstream: deps.upstreams[service],
    rules: responseRules(contract),
    bodyLimit,
    hasEffect,
    changeBody: deps.changeBody(contract),
    ...pace,
    ...(isStream && { streams }),
  }
  const panels = deps.panelAccess(contract)
  if (panels !== null) scope.options(contract.url, { config: { preflight: panels.preflight } }, panels.preflight)
  scope.route({
    method: contract.method,
    url: contract.url,
    config: { isStream },
    onRequest: isPublic
      ? [deps.limit(contract), deps.limitPublic, deps.brake]
      : [
          ...(panels === null ? [] : [panels.accept]),
          ...deps.acceptSession(contract),
          ...accessCheck(scope, contract),
          ...deps.checkClient,
          deps.limit(contract),
        ],
    handler: (request, reply) => forwardRequest(target, request, reply),
  })
}
