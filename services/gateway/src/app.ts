import { randomUUID } from 'node:crypto'
import type { Panel } from '@open-oms/contracts/config/console-places'
import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { RateLimit } from '@open-oms/contracts/config/settings'
import { createToken } from '@open-oms/contracts/gateway/routes'
import { getSession } from '@open-oms/contracts/gateway/session-routes'
import { putConfigurationUser } from '@open-oms/contracts/orders/configuration/document-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'
import { buildServer, type ServerOptions } from '@open-oms/service-kit/server/build-server'
import type { KitDeps } from '@open-oms/service-kit/server/register-route'
import type { FastifyInstance } from 'fastify'
import { keepGivenPassword } from './modules/account/keep-given-password.ts'
import { registerAccount } from './modules/account/routes.ts'
import { registerConsole } from './modules/console/routes.ts'
import type { CredentialRows } from './modules/credentials/credential-rows.ts'
import { registerDocsSite } from './modules/docs-site/routes.ts'
import { createAddressTurns } from './modules/limits/address-turns.ts'
import { createConcurrentRequests } from './modules/limits/concurrent-requests.ts'
import { sendCounted } from './modules/limits/count-failures.ts'
import { limitPublicRequests } from './modules/limits/limit-public-requests.ts'
import { type LimitDeps, limitRequests } from './modules/limits/limit-requests.ts'
import type { Buckets } from './modules/limits/memory-buckets.ts'
import { createFailureBrake } from './modules/limits/slow-failures.ts'
import type { ConnectProvider } from './modules/open-id-connect/provider-connections.ts'
import { registerProviders } from './modules/open-id-connect/routes.ts'
import { mergedDocument } from './modules/pages/merged-document.ts'
import { registerInterfaceDocument } from './modules/pages/routes.ts'
import { isPanelRead, panelAccess } from './modules/panels/panel-access.ts'
import { registerPanels } from './modules/panels/routes.ts'
import { type ProxiedRoute, proxiedRoutes } from './modules/proxy/route-table.ts'
import { type ProxyDeps, registerProxy } from './modules/proxy/routes.ts'
import { askReadiness, type ServiceName, type Upstream } from './modules/proxy/upstream.ts'
import { keepFilesApart } from './modules/security/asset-host.ts'
import { secureResponses } from './modules/security/secure-responses.ts'
import { acceptSession } from './modules/sessions/accept-session.ts'
import { registerSessions } from './modules/sessions/routes.ts'
import { type SessionParts, sessionDeps } from './modules/sessions/session-deps.ts'
import { admitClient } from './modules/tokens/admit-client.ts'
import { createAssertionCheck } from './modules/tokens/check-assertion.ts'
import { createCredentialCheck } from './modules/tokens/check-credentials.ts'
import type { ClientRegistry } from './modules/tokens/client-registry.ts'
import type { KeyRing } from './modules/tokens/key-ring.ts'
import { registerKeys, registerTokens } from './modules/tokens/routes.ts'
import { createServiceTokens } from './modules/tokens/service-tokens.ts'
import type { TokenIssuer } from './modules/tokens/sign-token.ts'
import { createTurnstile } from './modules/tokens/turnstile.ts'

/** What callers without a token may take of the services. */
export type PublicLimits = {
  /** Most concurrent requests of one address. */
  requestsPerAddress: number
  /** The lowest rate at which they may take a response; 0: any. */
  bytesPerSecondMin: number
}

/** Enough for a page with hundreds of images behind a proxy that asks for all of them together. */
const PUBLIC_WAITING_MAX = 256
const PUBLIC_WAIT_MS = 5_000

export type AppParts = {
  /** Records who signs in and who is refused. */
  audit: AuditTrail
  server: ServerOptions
  /** Measures the requests; the figures are shown on another server. */
  metrics?: Metrics
  publicUrl: string
  upstreams: Readonly<Record<ServiceName, Upstream>>
  /** Every route of the services behind; tests bring their own. */
  routes?: readonly ProxiedRoute[]
  registry: ClientRegistry
  /** The declared fields of the configuration that runs. */
  customFields: () => readonly CustomField[]
  /** The limits of clients that have none of their own. */
  tenantRateLimit: () => RateLimit
  buckets: Buckets
  publicLimits: PublicLimits
  /** Signs the tokens for the services, and those of the built-in issuer. */
  keyRing: () => KeyRing
  /** Null where another issuer replaces the built-in one. */
  issuer: Pick<TokenIssuer, 'issuer' | 'audience'> | null
  /**
   * The people who may sign in, and how long they stay so; of no effect where another issuer
   * replaces the built-in one.
   */
  sessions: SessionParts
  /** Where it is kept what people and clients made. */
  credentialRows: CredentialRows
  /** The connections to the OpenID Connect providers that people may sign in with. */
  connectProvider: ConnectProvider
  isProduction: boolean
  corsOrigins: readonly string[]
  /** The origin of files, where they have a host of their own. */
  assetUrl?: string | undefined
  /** The folder of the built console; that of its package by default. */
  consoleFolder?: string
  /** The folder of the built docs site; that of its package by default. */
  docsFolder?: string
  /** The panels of the console. */
  panels: () => readonly Panel[]
}

/** Nothing is stored here; what the kit stores for other services has no place. */
const withoutDatabase: KitDeps = { inTransaction: () => Promise.reject(new Error('The gateway has no database.')) }

/** Puts the gateway together: tokens, proxy, limits and the reference. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { registry, upstreams, publicUrl, issuer, keyRing } = parts
  const routes = parts.routes ?? proxiedRoutes()
  const checks = Object.fromEntries(Object.values(upstreams).map((upstream) => [upstream.name, () => askReadiness(upstream)]))
  const measured = parts.metrics === undefined ? {} : { metrics: parts.metrics, hasMetricsPage: false }
  // Names of roles mean at each request what the configuration says then.
  const namedRoles = () => parts.sessions.methods().namedRoles
  const tokens = parts.server.tokens && { ...parts.server.tokens, namedRoles }
  const app = await buildServer({ ...parts.server, tokens, ...measured, checks })
  app.decorate('assetOrigin', parts.assetUrl ?? null)
  if (parts.assetUrl !== undefined) keepFilesApart(app, parts.assetUrl)
  await app.register(secureResponses, { corsOrigins: parts.corsOrigins })

  const limitDeps: LimitDeps = {
    buckets: parts.buckets,
    concurrentRequests: createConcurrentRequests(),
    findRateLimit: (clientId) => (clientId === null ? null : registry.find(clientId)?.rateLimit) ?? parts.tenantRateLimit(),
  }
  const limit = (contract: RouteContract) => limitRequests(limitDeps, contract)
  const brake = createFailureBrake()
  app.decorateRequest('failures', null)
  app.addHook('onSend', sendCounted)

  const people = issuer === null ? withoutIssuer : registerIssuer(app, { ...parts, issuer }, { limit, brake })
  registerKeys(app, { ...withoutDatabase, keyRing })
  const contracts = routes.map(({ contract }) => contract)
  const hasIssuer = issuer !== null
  const makeDocument = (customFields: readonly CustomField[]) => mergedDocument({ contracts, hasIssuer, publicUrl, customFields })
  const siteUrl = registerDocsSite(app, parts.docsFolder)
  const { customFields } = parts
  registerInterfaceDocument(app, { ...withoutDatabase, hasIssuer, siteUrl, makeDocument, customFields })
  registerConsole(app, { folder: parts.consoleFolder, panels: parts.panels })
  const { requestsPerAddress, bytesPerSecondMin } = parts.publicLimits
  const turns = createAddressTurns({ max: requestsPerAddress, waitingMax: PUBLIC_WAITING_MAX, waitMs: PUBLIC_WAIT_MS })
  const publicLimits = { limitPublic: limitPublicRequests(turns), publicBytesPerSecondMin: bytesPerSecondMin }
  const serviceTokens = createServiceTokens({ keyRing, now: Date.now })
  const limits = { limit, brake: brake(), ...publicLimits }
  registerProxy(app, { upstreams, serviceTokens, ...people, ...limits }, routes)
  return app
}

type IssuerHooks = Pick<ProxyDeps, 'panelAccess' | 'acceptSession' | 'checkClient' | 'changeBody'>
const withoutIssuer: IssuerHooks = {
  panelAccess: () => null,
  acceptSession: () => [],
  checkClient: [],
  changeBody: () => undefined,
}

type RouteHooks = Pick<ProxyDeps, 'limit'> & { brake: ReturnType<typeof createFailureBrake> }

/** Puts the built-in issuer and the sessions of people there; returns what requests pass. */
function registerIssuer(
  app: FastifyInstance,
  parts: AppParts & { issuer: NonNullable<AppParts['issuer']> },
  { limit, brake }: RouteHooks,
): IssuerHooks {
  const { registry, publicUrl, issuer, keyRing, isProduction, buckets, connectProvider, metrics, audit, credentialRows } = parts
  const { ended } = parts.sessions
  const inTurn = createTurnstile()
  const checks = {
    checkCredentials: createCredentialCheck(registry, { isProduction, inTurn }),
    checkAssertion: createAssertionCheck(registry, {
      audiences: [issuer.issuer, `${publicUrl}/oauth/token`],
      useOnce: (id) => ended.endAttempt(id, Date.now()),
    }),
    endToken: ended.endToken,
  }
  const isClient = (clientId: string) => registry.find(clientId) !== undefined || registry.isExpired(clientId)
  const signing: TokenIssuer = { ...issuer, keyRing, now: () => new Date(), newId: randomUUID, jwt: app.jwt }
  const tokens = { ...signing, ...checks, audit, isClient, publicUrl, limit: limit(createToken), brake }
  registerTokens(app, { ...withoutDatabase, ...tokens })
  const gateway = { keyRing, buckets, publicUrl, isProduction, inTurn, metrics, audit, credentialRows }
  const sessions = sessionDeps(parts.sessions, gateway)
  const sessionRoutes = { ...withoutDatabase, ...sessions, limit, brake }
  registerSessions(app, sessionRoutes)
  registerAccount(app, sessionRoutes)
  const panels = { ...sessionRoutes, panels: parts.panels }
  registerPanels(app, panels)
  registerProviders(app, { ...sessions, connectProvider, limit: limit(getSession) })
  const keepPassword = keepGivenPassword(sessions)
  return {
    changeBody: (contract) => (contract.operationId === putConfigurationUser.operationId ? keepPassword : undefined),
    panelAccess: (contract) => (isPanelRead(contract) ? panelAccess(panels, contract) : null),
    acceptSession: (contract) => [acceptSession(sessions, contract)],
    checkClient: [admitClient({ registry, isEnded: ended.isTokenEnded, now: Date.now })],
  }
}
