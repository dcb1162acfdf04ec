import { randomBytes } from 'node:crypto'
import { type Role, roles } from '@open-oms/contracts/access'
import type { AuditEntry } from '@open-oms/contracts/audit/audit-record'
import type { ApiClient } from '@open-oms/contracts/config/access/api-clients'
import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { RateLimit } from '@open-oms/contracts/config/settings'
import { healthRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { checkResponses } from '@open-oms/service-kit/testing/check-responses'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import type { FastifyInstance } from 'fastify'
import { type AppParts, buildApp } from '../app.ts'
import { createMemoryBuckets } from '../modules/limits/memory-buckets.ts'
import { createProviderConnections } from '../modules/open-id-connect/provider-connections.ts'
import { proxiedRoutes } from '../modules/proxy/route-table.ts'
import { createUpstream, type ServiceName, type UpstreamOptions } from '../modules/proxy/upstream.ts'
import { createEndedSessions } from '../modules/sessions/ended-sessions.ts'
import { createMemoryMarks } from '../modules/sessions/session-marks.ts'
import type { CurrentMethods } from '../modules/sessions/sign-in-methods.ts'
import { createUserRegistry } from '../modules/sessions/user-registry.ts'
import { type ClientRegistry, createClientRegistry } from '../modules/tokens/client-registry.ts'
import { createEphemeralKeyRing } from '../modules/tokens/create-issuer.ts'
import { issuerKeySource, type KeyRing } from '../modules/tokens/key-ring.ts'
import { createRowsInMemory } from './credential-rows.ts'
import { quickHash } from './quick-hash.ts'

export const SECRET = 'a-secret-that-is-long-enough'
export const ISSUER = 'http://gateway.test'
export const AUDIENCE = 'oms'

const secretHash = quickHash(SECRET)
// A wrong secret is compared with both; where there is no former one, at the full cost.
const previousSecretHash = quickHash(randomBytes(24).toString('base64url'))

/** An API client with `SECRET` and a former secret; all roles and stores by default. */
export function apiClient(clientId: string, changes: Partial<ApiClient> = {}): ApiClient {
  const usual = {
    secretHash,
    previousSecretHash,
    storeIds: [],
    allStores: false,
    networks: [],
    publicKeys: [],
    expiresAt: null,
    rateLimit: null,
    isDemo: false,
  }
  return { ...usual, clientId, roles: [...roles] as Role[], ...changes }
}

export const tenantRateLimit: RateLimit = { bucketSize: 12_000, refillAmount: 1_000, refillIntervalMs: 10_000, concurrentMax: 40 }

export type TestGateway = {
  /** What was recorded for the audit log. */
  records: AuditEntry[]
  app: FastifyInstance
  registry: ClientRegistry
  keyRing: KeyRing
  /** Everything that was logged. */
  log(): string
}

export type TestGatewayOptions = Partial<Omit<AppParts, 'upstreams' | 'registry' | 'sessions'>> & {
  clients?: ApiClient[]
  /** Nobody may sign in by default. */
  sessions?: Partial<AppParts['sessions']>
  /** Addresses of the services; where nothing listens by default. */
  services?: Partial<Record<ServiceName, string>>
  trustProxy?: string[]
  /** 5 s and 64 connections by default. */
  upstream?: Partial<UpstreamOptions>
}

/** By password alone. */
export const passwordsAlone: CurrentMethods = {
  passwords: true,
  providers: [],
  storeIds: new Set(),
  clientIds: new Set(['shop']),
  namedRoles: [],
  secondFactorRoles: [],
  stepUpMs: 15 * 60_000,
}

/** An hour without a request, and twelve in all; what was ended is known to this gateway alone. */
function usualSessions(now: () => number = Date.now): AppParts['sessions'] {
  const limits = { idleMs: 60 * 60_000, lifetimeMs: 12 * 60 * 60_000 }
  const ended = createEndedSessions(createMemoryMarks({ lifetimeMs: limits.lifetimeMs, now }))
  return { users: createUserRegistry([]), methods: () => passwordsAlone, ended, limits, now, isBreached: async () => false }
}

const noFields: readonly CustomField[] = []

const NOWHERE = 'http://127.0.0.1:9'

/**
 * A gateway with the built-in issuer and the client `shop`, over the given services. It is closed
 * with the test.
 */
export async function testGateway(
  t: { teardown(fn: () => unknown): void },
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const { clients = [apiClient('shop')], services = {}, trustProxy = [], upstream: limits = {}, sessions, ...parts } = options
  const routes = options.routes ?? proxiedRoutes()
  const keyRing = await createEphemeralKeyRing()
  const registry = createClientRegistry(clients)
  const lines: string[] = []
  const upstream = (name: ServiceName) =>
    createUpstream(name, services[name] ?? NOWHERE, { timeoutMs: 240_000, connectionsMax: 64, streamsMax: 64, ...limits })
  const upstreams = {
    'catalog-assets': upstream('catalog-assets'),
    'orders-workflow': upstream('orders-workflow'),
    'accounting-read': upstream('accounting-read'),
  }
  const records: AuditEntry[] = []
  const audit = {
    service: 'gateway',
    record: async (entry: AuditEntry) => void records.push(entry),
    recordIn: () => undefined,
  }
  const app = await buildApp({
    audit,
    server: {
      audit,
      log: createLogger({ service: 'gateway', level: 'trace' }, { write: (line) => void lines.push(line) }),
      tokens: { issuer: ISSUER, audience: AUDIENCE, ...issuerKeySource(() => keyRing) },
      beforeRoutes: checkResponses([...sessionRoutes, ...healthRoutes, ...routes.map(({ contract }) => contract)]),
      configuration: () => ({ hash: 'test', isRefused: false }),
      trustProxy,
      // No limit is high enough: when the machine is so busy that nothing was measured for a
      // second, the delay counts as endless.
      limits: { eventLoopDelayMs: 0 },
    },
    publicUrl: ISSUER,
    upstreams,
    registry,
    customFields: () => noFields,
    tenantRateLimit: () => tenantRateLimit,
    panels: () => [],
    buckets: createMemoryBuckets(),
    publicLimits: { requestsPerAddress: 16, bytesPerSecondMin: 16_384 },
    keyRing: () => keyRing,
    issuer: { issuer: ISSUER, audience: AUDIENCE },
    sessions: { ...usualSessions(sessions?.now), ...sessions },
    credentialRows: createRowsInMemory(),
    connectProvider: createProviderConnections(options.publicUrl ?? ISSUER, { timeoutSeconds: 2 }),
    isProduction: false,
    corsOrigins: [],
    ...parts,
  })
  t.teardown(async () => {
    await app.close().catch(failTest)
    await Promise.all(Object.values(upstreams).map((upstream) => upstream.destroy()))
  })
  return { app, registry, keyRing, records, log: () => lines.join('') }
}

/** A token of the gateway for one of its clients. */
export async function fetchToken({ app }: TestGateway, clientId = 'shop'): Promise<string> {
  const response = await app.inject({ method: 'POST', url: '/api/Token', payload: { clientId, clientSecret: SECRET } })
  if (response.statusCode !== 200) throw new Error(`No token: ${response.body}`)
  return response.body
}
