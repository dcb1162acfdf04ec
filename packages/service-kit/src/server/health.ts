import { DomainError } from '@oms/contracts/errors'
import type { FastifyInstance } from 'fastify'

/** Resolves when the part works, rejects when it does not. */
export type HealthCheck = () => Promise<unknown>
export type HealthChecks = Record<string, HealthCheck>

type Readiness = { isReady: boolean; checks: Record<string, string> }

export type HealthOptions = {
  /** Longest wait for one check; 2 s unless told. */
  timeoutMs?: number
  /** How long a result is answered again before the parts are asked anew; 1 s unless told. */
  keptMs?: number
}

async function outcomeOf(check: HealthCheck, timeoutMs: number): Promise<string> {
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
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(async () => check(), timeoutMs)] as const),
  )
  return { isReady: results.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(results) }
}

/** Asks the parts at most once per `keptMs`, however many probes ask. */
export function readiness(
  checks: HealthChecks,
  { timeoutMs = 2_000, keptMs = 1_000 }: HealthOptions = {},
): () => Promise<Readiness> {
  let latest: Promise<Readiness> | null = null
  return () => {
    if (latest === null) {
      latest = askAll(checks, timeoutMs)
      void latest.then(() => {
        setTimeout(() => {
          latest = null
        }, keptMs).unref()
      })
    }
    return latest
  }
}

/**
 * `/health/live` says that the process runs and asks nothing else; `/health/ready`, and the same as `/health`, asks the parts it
 * needs and is 503 when one fails or the process is about to stop (4-decisions A.11).
 */
export function addHealth(app: FastifyInstance, checks: HealthChecks, options: HealthOptions = {}): void {
  const ask = readiness(checks, options)
  const config = { pressureHandler: () => undefined }
  const ready = async () => {
    if (app.kit.isStopping)
      throw new DomainError('Unavailable', 'The service is stopping.', { members: { status: 'stopping', checks: {} } })
    const { isReady, checks: outcomes } = await ask()
    if (isReady) return { status: 'ready', checks: outcomes }
    throw new DomainError('Unavailable', 'A part that the service needs is down.', {
      members: { status: 'unavailable', checks: outcomes },
    })
  }
  app.get('/health/live', { config }, async () => ({ status: 'live' }))
  app.get('/health/ready', { config }, ready)
  app.get('/health', { config }, ready)
}
