import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import fp from 'fastify-plugin'
import '../authentication/authentication.ts'
import type { Socket } from 'node:net'
import { DomainError } from '@open-oms/contracts/errors'
import { BODY_LIMIT_DEFAULT } from '@open-oms/contracts/route'
import { productVersion } from '@open-oms/contracts/version'
import type { HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'
import type { Logger } from 'pino'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { authentication, type TokenRules } from '../authentication/authentication.ts'
import type { ConfigState } from '../config/watch-tenant-config.ts'
import type { Database, QueryRunner } from '../database/database.ts'
import { respondToUnreadable } from '../http/client-errors.ts'
import { errorHandler, respondWithError } from '../http/error-handler.ts'
import { requestContext, requestId } from '../http/request-context.ts'
import { routedUrl, routerOptions } from '../http/router-options.ts'
import { serverState } from '../http/server-state.ts'
import { idempotency } from '../idempotency/idempotency.ts'
import { inputValidation } from '../input/input-validation.ts'
import { jsonBodies } from '../input/json-bodies.ts'
import { type Metrics, type MetricsRegistry, metricsPage, requestMetrics } from '../observability/metrics.ts'
import { type HealthChecks, type HealthOptions, health, type SigningKeysState } from './health.ts'
import { pressureLimit } from './pressure-limit.ts'

export type ServerOptions = {
  log: Logger
  /** Null on a server that has public routes only. */
  tokens: TokenRules | null
  /**
   * Keeps the responses to requests with an `Idempotency-Key`; without it the header is not
   * honoured.
   */
  database?: Database
  /** Records for the audit log; nothing is recorded without it. */
  audit?: AuditTrail
  /**
   * What routes read from that may read from a standby (`RouteContract.reads`); the database of
   * their dependencies when absent.
   */
  standby?: QueryRunner | undefined
  /**
   * Where files that clients send are kept while their request is handled; for servers with routes
   * that take files.
   */
  uploadFolder?: string
  /**
   * What the addresses of stored files begin with in responses, and lose in requests; they stay as
   * they are when absent.
   */
  publicBase?: string
  /** What `/health/ready` asks. */
  checks?: HealthChecks
  health?: HealthOptions
  /** The configuration that the process works by, for `/health` and the metrics. */
  configuration?: () => ConfigState
  /**
   * Of a server that signs tokens: whether its last keys were refused, for `/health` and the
   * metrics.
   */
  signingKeys?: (() => SigningKeysState) | undefined
  metrics?: Metrics
  /**
   * False where the public reaches the server: the figures are then shown by another server. True
   * by default.
   */
  hasMetricsPage?: boolean
  /**
   * Whose `X-Forwarded-*` headers are believed: addresses and networks, as Fastify's `trustProxy`;
   * true: everybody's; nobody's by default.
   */
  trustProxy?: string[] | boolean
  /** What else is put on the server before any route, such as what tests watch it with. */
  beforeRoutes?: (app: FastifyInstance) => void
  limits?: ServerLimits
}

export type ServerLimits = {
  bodyBytes?: number
  /** Longest time for a request to arrive completely. */
  requestMs?: number
  /** Longest time for its headers to arrive. */
  headersMs?: number
  /**
   * How long an idle connection is kept. Above the usual 60 s of proxies, so that they close first.
   */
  keepAliveMs?: number
  /** Event loop delay above which requests are refused with 503; 0: none is. */
  eventLoopDelayMs?: number
}

const defaults = {
  bodyBytes: BODY_LIMIT_DEFAULT,
  requestMs: 60_000,
  headersMs: 15_000,
  keepAliveMs: 72_000,
  eventLoopDelayMs: 1_000,
}
/**
 * How often Node looks for connections whose time is over; its own 30 s would make the limits
 * vague.
 */
const CHECK_MS = 5_000

/**
 * In the place of Fastify's compilers, which are then not loaded: `inputValidation` brings its own
 * for what comes in, and what goes out is no object any more.
 */
function noCompiler(): never {
  throw new Error('no route leaves its schemas to the compilers of Fastify')
}

function createFastify({ log, trustProxy = false }: ServerOptions, limits: Required<ServerLimits>): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    trustProxy,
    // One logger for all requests: records name the trace themselves where they need it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }) as never,
    genReqId: (request) => requestId(request.headers),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    routerOptions,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: Math.min(limits.headersMs, limits.requestMs),
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.requestMs),
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => respondToUnreadable(error, socket as Socket),
    frameworkErrors: (error, request, reply) => {
      request.traceId = request.id
      reply.header('x-trace-id', request.id)
      respondWithError(error, request, reply)
    },
  })
  return app as unknown as FastifyInstance<RawServerDefault>
}

/**
 * Makes a server that speaks the wire rules of the product (http.md#http-interface,
 * security.md#signatures, http.md#errors): routes come with `register`, health and metrics are
 * there. It does not listen yet.
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { tokens, database = null, metrics = null, hasMetricsPage = true, checks = {}, configuration, signingKeys } = options
  const limits = { ...defaults, ...options.limits }
  const app = createFastify(options, limits)
  app.register(serverState, {
    uploadFolder: options.uploadFolder ?? null,
    publicBase: options.publicBase ?? null,
    standby: options.standby ?? null,
    audit: options.audit ?? null,
    metrics,
  })
  app.register(errorHandler)
  app.register(requestContext)
  app.register(authentication, { tokens })
  app.register(accessLog)
  app.register(unknownRoutes)
  app.register(jsonBodies)
  app.register(inputValidation)
  app.register(idempotency, { database })
  app.register(pressureLimit, { delayMsMax: limits.eventLoopDelayMs })
  if (metrics !== null && configuration) measureConfiguration(metrics, configuration)
  if (metrics !== null && signingKeys) measureSigningKeys(metrics, signingKeys)
  if (metrics !== null) app.register(requestMetrics, { metrics })
  if (metrics !== null && hasMetricsPage) app.register(metricsPage, { metrics })
  app.register(health, { checks, configuration, signingKeys, ...options.health })
  // All of them are there when the caller puts its routes on the server.
  await app.after()
  options.beforeRoutes?.(app)
  return app
}

/** Shows by which configuration a process works; see `metricCatalogue`. */
function measureConfiguration(metrics: MetricsRegistry, state: () => ConfigState): void {
  metrics.gauge('oms_configuration_info', () => [{ labels: { version: productVersion, hash: state().hash }, value: 1 }])
  metrics.gauge('oms_configuration_refused', () => [{ labels: {}, value: state().isRefused ? 1 : 0 }])
}

/** Shows whether a process signs by the keys that it was given last; see `metricCatalogue`. */
function measureSigningKeys(metrics: MetricsRegistry, state: () => SigningKeysState): void {
  metrics.gauge('oms_signing_keys_refused', () => [{ labels: {}, value: state().isRefused ? 1 : 0 }])
}

/**
 * On the level `debug`, one record for each request. It names the route and not the address,
 * because queries and ids carry personal data and secrets.
 */
const accessLog = fp(
  async (app) => {
    if (!['debug', 'trace'].includes(app.log.level)) return
    app.addHook('onResponse', (request, reply, done) => {
      const { method, traceId, caller } = request
      const route = request.is404 ? 'unmatched' : request.routeOptions.url
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log.debug({ method, route, status: reply.statusCode, ms, traceId, client: caller?.clientId }, 'request')
      done()
    })
  },
  { name: 'access-log', fastify: '5.x', dependencies: ['request-context', 'authentication'] },
)

function urlPath(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/**
 * Responds to what no route takes: 405 with `Allow` when the path exists for other methods, else
 * 404; with or without a token (http.md#paths, http.md#errors). To be added before the routes,
 * because it listens to their registration.
 */
const unknownRoutes = fp(
  async (app) => {
    // Fastify does not say which other methods a path has; a second router with the same rules
    // does.
    const router = findMyWay(routerOptions)
    const methods = new Set<HTTPMethods>()
    app.addHook('onRoute', (route) => {
      // The CORS plugin responds to preflights of any path; that does not make the path exist.
      if (route.url === '*') return
      for (const method of [route.method].flat()) {
        methods.add(method)
        if (!router.hasRoute(method as never, route.url)) router.on(method as never, route.url, () => undefined)
      }
    })
    app.setNotFoundHandler((request, reply) => {
      const path = urlPath(request.raw.url ?? '/')
      const allowed = [...methods].filter((method) => router.find(method as never, path) !== null)
      if (allowed.length === 0) return respondWithError(new DomainError('NotFound', 'There is no such route.'), request, reply)
      reply.header('allow', allowed.sort().join(', '))
      return respondWithError(new DomainError('MethodNotAllowed', `${request.method} is not possible here.`), request, reply)
    })
  },
  { name: 'unknown-routes', fastify: '5.x', dependencies: ['error-handler'] },
)
