import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import type { TokenRules } from '@oms/service-kit/authentication/authentication'
import { issuerKeys, keysFrom } from '@oms/service-kit/authentication/issuer-keys'
import { watchTenantConfig } from '@oms/service-kit/config/watch-tenant-config'
import type { ServerOptions } from '@oms/service-kit/http/build-server'
import { createMetrics, type Metrics, metricsPage } from '@oms/service-kit/observability/metrics'
import type { StopPart } from '@oms/service-kit/process/graceful-stop'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { foreignKeysUrl, type GatewayConfig, publicUrlOf } from './environment.ts'
import { createMemoryBuckets } from './modules/limits/memory-buckets.ts'
import { createRedisBuckets } from './modules/limits/redis-buckets.ts'
import { createUpstream, type ServiceName, type Upstream } from './modules/proxy/upstream.ts'
import { createClientRegistry, refuseKnownSecrets } from './modules/tokens/client-registry.ts'
import { type KeyRing, keysOf } from './modules/tokens/key-ring.ts'
import { createEphemeralKeyRing, loadSigningKeys } from './modules/tokens/load-signing-keys.ts'

type Log = ServerOptions['log']

export type RunningGateway = {
  app: FastifyInstance
  /** What must be ended after the server, in this order. */
  parts: StopPart[]
}

/** Starts the gateway; throws one clear message when the environment or the configuration does not allow it. */
export async function startGateway(config: GatewayConfig, log: Log): Promise<RunningGateway> {
  const isProduction = config.NODE_ENV === 'production'
  const clients = await watchClients(config, log, isProduction)
  const metrics = createMetrics('gateway')
  const upstreams = createUpstreams(config)
  const memory = createMemoryBuckets()
  const shared = config.REDIS_URL === undefined ? null : createRedisBuckets({ url: config.REDIS_URL, fallback: memory, log })
  const { issuer, tokens } = await createIssuer(config, log, clients.onReload)
  const app = await buildApp({
    server: { log, tokens, trustProxy: config.TRUST_PROXY },
    metrics,
    publicUrl: publicUrlOf(config),
    upstreams,
    registry: clients.registry,
    tenantRateLimit: clients.tenantRateLimit,
    buckets: shared ?? memory,
    publicLimits: {
      requestsPerAddress: config.PUBLIC_REQUESTS_PER_ADDRESS,
      bytesPerSecondMin: config.PUBLIC_BYTES_PER_SECOND_MIN,
    },
    issuer,
    isProduction,
    corsOrigins: config.CORS_ORIGINS,
  })
  const metricsPage = await showMetrics(config, metrics)
  await app.listen({ host: config.HOST, port: config.PORT })
  const parts: StopPart[] = [
    { part: 'upstreams', stop: () => Promise.all(Object.values(upstreams).map((upstream) => upstream.close())) },
    { part: 'redis', stop: () => shared?.close() },
    { part: 'metrics', stop: () => metricsPage?.close() },
    { part: 'configuration', stop: clients.stop },
  ]
  return { app, parts }
}

/** The API clients and limits of the tenant configuration, kept up to date at SIGHUP. */
async function watchClients({ OMS_CONFIG_DIR: directory }: GatewayConfig, log: Log, isProduction: boolean) {
  const names = ['apiClients', 'settings', 'stores'] as const
  const tenant = await watchTenantConfig({ directory, files: tenantConfigFiles, checks: tenantConfigChecks, names }, log)
  if (isProduction) await refuseKnownSecrets(tenant.current().apiClients)
  const registry = createClientRegistry(tenant.current().apiClients)
  tenant.onReload(({ apiClients }) => {
    const admitted = isProduction ? refuseKnownSecrets(apiClients) : Promise.resolve()
    admitted.then(
      () => registry.replace(apiClients),
      (error) => log.error({ err: error }, 'The new API clients are refused; the old ones stay.'),
    )
  })
  return { registry, tenantRateLimit: () => tenant.current().settings.rateLimit, onReload: tenant.onReload, stop: tenant.stop }
}

function createUpstreams(config: GatewayConfig): Record<ServiceName, Upstream> {
  const options = { timeoutMs: config.UPSTREAM_TIMEOUT_MS, connectionsMax: config.UPSTREAM_CONNECTIONS }
  return {
    'catalog-assets': createUpstream('catalog-assets', config.CATALOG_ASSETS_URL, options),
    'orders-workflow': createUpstream('orders-workflow', config.ORDERS_WORKFLOW_URL, options),
    'accounting-read': createUpstream('accounting-read', config.ACCOUNTING_READ_URL, options),
  }
}

type Issuer = { issuer: { keyRing: () => KeyRing; issuer: string; audience: string } | null; tokens: TokenRules }

/** The built-in issuer and the check of its tokens, or the check of another issuer's. */
async function createIssuer(config: GatewayConfig, log: Log, onReload: (listener: () => void) => void): Promise<Issuer> {
  const issuer = config.OIDC_ISSUER ?? publicUrlOf(config)
  const audience = config.OIDC_AUDIENCE
  const foreign = foreignKeysUrl(config)
  if (foreign !== null) return { issuer: null, tokens: { issuer, audience, publicKey: issuerKeys(keysFrom(foreign)) } }
  let ring = await readKeyRing(config, log)
  onReload(() => {
    if (config.TOKEN_SIGNING_KEYS === undefined) return
    loadSigningKeys(config.TOKEN_SIGNING_KEYS).then(
      (next) => {
        ring = next
      },
      (error) => log.error({ err: error }, 'The new signing keys cannot be used; the old ones stay.'),
    )
  })
  const keyRing = () => ring
  return { issuer: { keyRing, issuer, audience }, tokens: { issuer, audience, ...keysOf(keyRing) } }
}

async function readKeyRing({ TOKEN_SIGNING_KEYS, NODE_ENV }: GatewayConfig, log: Log): Promise<KeyRing> {
  if (TOKEN_SIGNING_KEYS !== undefined) return loadSigningKeys(TOKEN_SIGNING_KEYS)
  if (NODE_ENV === 'production')
    throw new Error('TOKEN_SIGNING_KEYS is missing: NODE_ENV is production, so tokens need keys that last.')
  log.warn('TOKEN_SIGNING_KEYS is not set: tokens are signed with a key of the moment and end with this process.')
  return createEphemeralKeyRing()
}

/** `/metrics` on its own port, for the inner network; not at all unless METRICS_PORT is set. */
async function showMetrics({ METRICS_HOST, METRICS_PORT }: GatewayConfig, metrics: Metrics): Promise<FastifyInstance | null> {
  if (METRICS_PORT === 0) return null
  const page = Fastify()
  await page.register(metricsPage, { metrics })
  await page.listen({ host: METRICS_HOST, port: METRICS_PORT })
  return page
}
