import { DomainError } from '@open-oms/contracts/errors'
import { build } from '@open-oms/contracts/version'
import fp from 'fastify-plugin'
import type { ConfigState } from '../config/watch-tenant-config.ts'
import { errorResponse } from '../http/error-handler.ts'

/** Resolves when the part works, rejects when it does not. */
export type HealthCheck = () => Promise<unknown>
export type HealthChecks = Record<string, HealthCheck>

type Readiness = { isReady: boolean; checks: Record<string, string> }

export type HealthOptions = {
  /** Longest wait for one check; 2 s by default. */
  timeoutMs?: number
  /**
   * How long the result that all parts work is reused; 1 s by default. Another one: a tenth of it.
   */
  keptMs?: number
}

async function runHealthCheck(check: HealthCheck, timeoutMs: number): Promise<string> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('timed out'), timeoutMs)
  const outcome = check().then(
    () => 'ok',
    () => 'failed',
  )
  try {
    return await Promise.race([outcome, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function askAll(checks: HealthChecks, timeoutMs: number): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runHealthCheck(async () => check(), timeoutMs)] as const),
  )
  return { isReady: results.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(results) }
}

/**
 * Asks the parts at most once per `keptMs`, however many probes ask; more often while one does not
 * work, because whoever waits for the end of a start would wait for that time too.
 */
export function readiness(
  checks: HealthChecks,
  { timeoutMs = 2_000, keptMs = 1_000 }: HealthOptions = {},
): () => Promise<Readiness> {
  let latest: Promise<Readiness> | null = null
  return () => {
    if (latest === null) {
      latest = askAll(checks, timeoutMs)
      void latest.then(({ isReady }) => {
        setTimeout(
          () => {
            latest = null
          },
          isReady ? keptMs : keptMs / 10,
        ).unref()
      })
    }
    return latest
  }
}

/** What `/health/ready` asks and shows, and how. */
export type HealthPlan = HealthOptions & {
  checks: HealthChecks
  /** The configuration that the process works by; not shown when absent. */
  configuration?: (() => ConfigState) | undefined
  /** Whether the last signing keys were refused; not shown when absent. */
  signingKeys?: (() => SigningKeysState) | undefined
}

/** `isRefused`: the signing keys of the last reload were refused, and those before sign. */
export type SigningKeysState = { isRefused: boolean }

/**
 * `/health/live` says that the process runs and asks nothing else; `/health/ready`, and the same as
 * `/health`, asks the parts it needs and is 503 when one fails or the process is about to stop.
 * Version and configuration, and whether signing keys were refused, are shown in each case
 * (http.md#health).
 */
export const health = fp<HealthPlan>(
  async (app, { checks, configuration, signingKeys, ...options }) => {
    const ask = readiness(checks, options)
    const config = { pressureHandler: () => undefined }
    app.get('/health/live', { config }, async () => ({ status: 'live' }))
    for (const url of ['/health/ready', '/health']) {
      app.get(url, { config }, async (request, reply) => {
        const shown = {
          ...build,
          ...(configuration && { configuration: configuration() }),
          ...(signingKeys && { signingKeys: signingKeys() }),
        }
        const readiness = app.kit.isStopping ? ('stopping' as const) : await ask()
        const { status, headers, body } = readyResponse(readiness, shown, request.traceId)
        return reply.code(status).headers(headers).send(body)
      })
    }
  },
  { name: 'health', fastify: '5.x', dependencies: ['server-state', 'request-context'] },
)

function readyResponse(readiness: Readiness | 'stopping', shown: Record<string, unknown>, traceId: string) {
  if (readiness === 'stopping') return notReady('The service is stopping.', { status: 'stopping', checks: {}, ...shown }, traceId)
  const { isReady, checks } = readiness
  if (isReady) return { status: 200, headers: {}, body: { status: 'ready', checks, ...shown } }
  const missing = Object.entries(checks).flatMap(([name, outcome]) => (outcome === 'ok' ? [] : [`${name} ${outcome}`]))
  const text = `The service is not ready: ${missing.join(', ')}.`
  return notReady(text, { status: 'unavailable', checks, ...shown }, traceId)
}

/** Not thrown, because a refused probe is no failed request: every start would warn of some. */
function notReady(text: string, fields: Record<string, unknown>, traceId: string) {
  return errorResponse(new DomainError('Unavailable', text, { fields }), traceId)
}
