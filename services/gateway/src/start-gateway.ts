import { type Credentials, withPasswordHashes, withSecretHashes } from '@open-oms/contracts/config/access/credentials'
import { gatewayConfigFiles, type TenantConfig, tenantConfigChecks } from '@open-oms/contracts/config/tenant-config'
import { publishEntry } from '@open-oms/service-kit/audit-stream/audit-stream'
import { openBreachedPasswords } from '@open-oms/service-kit/config/breached-passwords'
import { lookAlikeWarning } from '@open-oms/service-kit/config/look-alike-users'
import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import { type TenantConfigWatch, watchTenantConfig } from '@open-oms/service-kit/config/watch-tenant-config'
import { type NatsAddress, natsAddress } from '@open-oms/service-kit/events/nats-address'
import { reachNats } from '@open-oms/service-kit/events/reach-nats'
import { followDocuments } from '@open-oms/service-kit/events/shared-documents'
import { createMetrics, type Metrics, metricsPage } from '@open-oms/service-kit/observability/metrics'
import type { StopPart } from '@open-oms/service-kit/process/graceful-stop'
import type { ServerOptions } from '@open-oms/service-kit/server/build-server'
import { pause } from '@open-oms/service-kit/waiting/pause'
import Fastify, { type FastifyInstance } from 'fastify'
import { type AppParts, buildApp } from './app.ts'
import { type GatewayConfig, gatewayUrl } from './environment.ts'
import { createGatewayTrail, type GatewayTrail } from './modules/audit/gateway-trail.ts'
import { createCredentialRows } from './modules/credentials/credential-rows.ts'
import { keepRecordsSealed } from './modules/credentials/keep-sealed.ts'
import { type Buckets, createMemoryBuckets } from './modules/limits/memory-buckets.ts'
import { addressedProviders } from './modules/open-id-connect/provider-addresses.ts'
import { createProviderConnections } from './modules/open-id-connect/provider-connections.ts'
import { createUpstream, type ServiceName, type Upstream } from './modules/proxy/upstream.ts'
import { createEndedSessions } from './modules/sessions/ended-sessions.ts'
import { openMarks } from './modules/sessions/open-marks.ts'
import { currentMethods } from './modules/sessions/sign-in-methods.ts'
import { createUserRegistry, refuseKnownPasswords } from './modules/sessions/user-registry.ts'
import { createClientRegistry, refuseKnownSecrets } from './modules/tokens/client-registry.ts'
import { createIssuer } from './modules/tokens/create-issuer.ts'
import { createServiceTokens } from './modules/tokens/service-tokens.ts'

/** The start goes on then: programs with tokens need no people. */
const FIRST_WAIT_MS = 5_000
/** As long as it is no fault yet that nobody is known. */
const UNKNOWN_MS = 30_000

type Log = ServerOptions['log']

type RunningGateway = {
  app: FastifyInstance
  /** What must be ended after the server, in this order. */
  parts: StopPart[]
}

/**
 * Starts the gateway; throws one clear message when the environment or the configuration does not
 * allow it.
 */
export async function startGateway(config: GatewayConfig, log: Log): Promise<RunningGateway> {
  const isProduction = config.NODE_ENV === 'production'
  if (isProduction && !isSecureAddress(gatewayUrl(config)))
    log.warn('PUBLIC_URL is not https: passwords, tokens and sessions can be read on their way. Put TLS before the gateway.')
  if (isProduction && config.OMS_CREDENTIALS_DIR === undefined)
    log.warn('OMS_CREDENTIALS_DIR is not set: what reads the configuration may read the hashes of passwords and secrets too.')
  const clients = await watchClients(config, log)
  const metrics = createMetrics('gateway')
  const upstreams = createUpstreams(config)
  const memory = createMemoryBuckets()
  const shared = await sharedBuckets(config, memory, log)
  const sessions = await sessionParts(config, clients, log)
  const { issuer, keyRing, tokens, signingKeys } = await createIssuer(config, log, clients.onReload)
  const audit = await createGatewayTrail({ folder: config.OMS_DATA_DIR, log })
  const credentialRows = createCredentialRows(upstreams['orders-workflow'], createServiceTokens({ keyRing, now: Date.now }))
  const app = await buildApp({
    audit,
    server: { log, audit, tokens, trustProxy: config.TRUST_PROXY, configuration: clients.state, signingKeys },
    metrics,
    publicUrl: gatewayUrl(config),
    upstreams,
    registry: clients.registry,
    tenantRateLimit: clients.tenantRateLimit,
    panels: clients.panels,
    customFields: clients.customFields,
    buckets: shared ?? memory,
    publicLimits: {
      requestsPerAddress: config.PUBLIC_REQUESTS_PER_ADDRESS,
      bytesPerSecondMin: config.PUBLIC_BYTES_PER_SECOND_MIN,
    },
    issuer,
    keyRing,
    sessions,
    credentialRows,
    connectProvider: createProviderConnections(gatewayUrl(config)),
    isProduction,
    corsOrigins: config.CORS_ORIGINS,
    assetUrl: config.ASSET_URL,
  })
  const metricsPage = await showMetrics(config, metrics)
  const stopFollowing = await followStored({ ...clients, audit }, natsAddress(config, log), log)
  await app.listen({ host: config.HOST, port: config.PORT })
  const parts: StopPart[] = [
    { part: 'sealed records', stop: keepRecordsSealed({ rows: credentialRows, keyRing, log }) },
    { part: 'upstreams', stop: () => Promise.all(Object.values(upstreams).map((upstream) => upstream.close())) },
    { part: 'redis', stop: () => shared?.close() },
    { part: 'sessions', stop: () => sessions.close() },
    { part: 'metrics', stop: () => metricsPage?.close() },
    { part: 'audit records', stop: audit.stop },
    { part: 'stored documents', stop: stopFollowing },
    { part: 'configuration', stop: clients.stop },
  ]
  return { app, parts }
}

/** Whether what is sent to an address cannot be read on its way: https, or this machine itself. */
function isSecureAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Buckets in Redis, whose client is loaded only where there is one; null without REDIS_URL. */
async function sharedBuckets({ REDIS_URL: url }: GatewayConfig, fallback: Buckets, log: Log) {
  if (url === undefined) return null
  const { createRedisBuckets } = await import('./modules/limits/redis-buckets.ts')
  return createRedisBuckets({ url, fallback, log })
}

/** The people who may sign in, and where it is kept whose sessions were ended. */
async function sessionParts(
  config: GatewayConfig,
  { users, methods }: Pick<AppParts['sessions'], 'users' | 'methods'>,
  log: Log,
) {
  const limits = { idleMs: config.SESSION_IDLE_MINUTES * 60_000, lifetimeMs: config.SESSION_HOURS_MAX * 3_600_000 }
  const { marks, close } = await openMarks(config, limits.lifetimeMs, log)
  const isBreached = await openBreachedPasswords(config.BREACHED_PASSWORDS)
  return { users, methods, limits, now: Date.now, ended: createEndedSessions(marks), isBreached, close }
}

type SignInConfig = Pick<TenantConfig, 'apiClients' | 'users' | 'signIn'> & { credentials: Credentials }

/** The API clients, people and limits of the tenant configuration, kept up to date at SIGHUP. */
async function watchClients(config: GatewayConfig, log: Log) {
  const names = [
    'apiClients',
    'users',
    'credentials',
    'roles',
    'signIn',
    'settings',
    'stores',
    'consolePlaces',
    'customFields',
  ] as const
  const { OMS_CONFIG_DIR: directory, OMS_CREDENTIALS_DIR: secretsDirectory } = config
  const request = {
    directory,
    secretsDirectory,
    files: gatewayConfigFiles,
    checks: [...tenantConfigChecks, lookAlikeWarning],
    names,
  }
  const admit = async ({ apiClients, users, credentials, signIn }: SignInConfig) => {
    addressedProviders(config, signIn)
    if (config.NODE_ENV !== 'production') return
    await refuseKnownSecrets(withSecretHashes(apiClients, credentials))
    await refuseKnownPasswords(withPasswordHashes(users, credentials))
  }
  const tenant = await watchTenantConfig({ ...request, admit }, log)
  const { apiClients, users: people, credentials } = tenant.current()
  const registry = createClientRegistry(withSecretHashes(apiClients, credentials))
  const users = createUserRegistry(withPasswordHashes(people, credentials), tenant.knowsStored)
  const resolveMethods = (content: Pick<TenantConfig, 'signIn' | 'stores' | 'apiClients' | 'roles'>) =>
    currentMethods(content, addressedProviders(config, content.signIn))
  let methods = resolveMethods(tenant.current())
  tenant.onReload((next) => {
    registry.replace(withSecretHashes(next.apiClients, next.credentials))
    users.replace(withPasswordHashes(next.users, next.credentials))
    methods = resolveMethods(next)
  })
  const tenantRateLimit = () => tenant.current().settings.rateLimit
  const panels = () => tenant.current().consolePlaces.panels
  const customFields = () => tenant.current().customFields
  const { state, onReload, stop, takeOver, knowsStored } = tenant
  const watched = { state, onReload, stop, takeOver, knowsStored }
  return { registry, users, methods: () => methods, tenantRateLimit, panels, customFields, ...watched }
}

/**
 * Takes over from NATS what counts in place of files. Waits a moment for the first time: until then
 * nobody can sign in by password, while programs are served (configuration.md#stored-documents).
 */
async function followStored(
  { takeOver, knowsStored, audit }: Pick<TenantConfigWatch<unknown>, 'takeOver' | 'knowsStored'> & { audit: GatewayTrail },
  address: NatsAddress,
  log: Log,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  const known = Promise.withResolvers<void>()
  const takeOverFirst = async (documents: StoredDocuments) => {
    const holds = await takeOver(documents)
    if (knowsStored()) known.resolve()
    return holds
  }
  const following = reachNats({ ...address, name: 'gateway', streams: [] }, { log, signal: stopped.signal }).then((nats) => {
    if (nats === null) return null
    audit.publishBy((entry) => publishEntry(nats.jetstream, entry))
    const { stop } = followDocuments(nats, { takeOver: takeOverFirst, log })
    return { stop: () => stop().then(nats.close) }
  })
  await Promise.race([known.promise, pause(FIRST_WAIT_MS, stopped.signal)])
  // Services that start together need a moment.
  void pause(UNKNOWN_MS, stopped.signal).then(() => {
    if (!knowsStored() && !stopped.signal.aborted)
      log.warn('NATS does not say yet which people are stored; until it does, nobody can sign in by password')
  })
  return async () => {
    stopped.abort()
    await (await following)?.stop()
  }
}

function createUpstreams(config: GatewayConfig): Record<ServiceName, Upstream> {
  const options = {
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    connectionsMax: config.UPSTREAM_CONNECTIONS,
    streamsMax: config.UPSTREAM_STREAMS,
  }
  return {
    'catalog-assets': createUpstream('catalog-assets', config.CATALOG_ASSETS_URL, options),
    'orders-workflow': createUpstream('orders-workflow', config.ORDERS_WORKFLOW_URL, options),
    'accounting-read': createUpstream('accounting-read', config.ACCOUNTING_READ_URL, options),
  }
}

/** `/metrics` on its own port, for the inner network; not at all unless METRICS_PORT is set. */
async function showMetrics({ METRICS_HOST, METRICS_PORT }: GatewayConfig, metrics: Metrics): Promise<FastifyInstance | null> {
  if (METRICS_PORT === 0) return null
  const page = Fastify()
  await page.register(metricsPage, { metrics })
  await page.listen({ host: METRICS_HOST, port: METRICS_PORT })
  return page
}
