import { DomainError, type ErrorCode } from '@open-oms/contracts/errors'
import type { JobKind } from '@open-oms/contracts/orders/jobs/job'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import { backoffMs, jittered, pause } from '@open-oms/service-kit/waiting/pause'
import { startSending, type TriesUnderWay, type WaitingSender } from '../../connectors/sending/send-waiting.ts'
import {
  type ClaimedItem,
  claimItems,
  countOpenItems,
  finishItem,
  type ItemResult,
  postponeItem,
  RENEWAL_MS,
  renewItem,
} from './item-store.ts'
import { type JobHandler, type JobHandlers, toJobItem } from './job-item.ts'
import { onNewJobs } from './job-store.ts'

export type JobsDeps = Pick<Database, 'query'> & {
  handlers: JobHandlers
  /**
   * How much more the process could take on in the background; with nothing left no item is begun.
   */
  capacity: () => number
  log: Log
  metrics?: MetricsRegistry | undefined
  /** First pause before an item is tried again; 5 s when absent. */
  itemPauseMs?: number | undefined
  /** The polling interval for jobs of other processes; 2 s when absent. */
  pollMs?: number | undefined
  /** How long one measurement of what is left is shown; half a minute when absent. */
  measuredEveryMs?: number | undefined
}

/** Items that a process works on at the same time (jobs.md#throttling). */
const ITEMS_AT_ONCE = 2
const REST_MS_MAX = 1_000
/** Attempts of one item, those of processes that died included (jobs.md#durability-of-jobs). */
const ATTEMPTS_MAX = 8
const RETRY_PAUSE_MS = 5_000
const RETRY_PAUSE_MS_MAX = 60_000
const POLL_MS = 2_000

/** Refusals that say when, and not whether. */
const passing: readonly ErrorCode[] = ['ResourceLocked', 'VersionConflict', 'Unavailable', 'IdempotencyInFlight']

/**
 * Does the items of jobs in the background until it is stopped, a few at a time, with any number of
 * other processes (jobs.md#durability-of-jobs, jobs.md#throttling).
 */
export function startJobs(deps: JobsDeps): WaitingSender {
  const kinds = Object.keys(deps.handlers) as JobKind[]
  const underWay: TriesUnderWay = new Set()
  if (deps.metrics !== undefined) measure(deps.metrics, deps)
  return startSending({
    log: deps.log,
    failure: 'items of jobs could not be claimed',
    pollMs: deps.pollMs ?? POLL_MS,
    onNew: onNewJobs,
    isWaitingForTries: () => true,
    async claim(beginTry) {
      const free = Math.min(ITEMS_AT_ONCE - underWay.size, deps.capacity())
      if (free <= 0) return false
      const { items, begun } = await claimItems(deps, kinds, free)
      for (const { id: jobId, kind, total } of begun) deps.log.info({ jobId, kind, total }, 'a job has begun')
      for (const item of items) beginTry(underWay, (interrupted) => workAndRest(deps, item, interrupted))
      return false
    },
  })
}

/** As long a rest as the work took leaves as much of the process to requests. */
async function workAndRest(deps: JobsDeps, item: ClaimedItem, interrupted: AbortSignal): Promise<void> {
  const began = performance.now()
  await workOn(deps, item, interrupted)
  await pause(Math.min(REST_MS_MAX, performance.now() - began), interrupted)
}

/**
 * Never rejects: an item without a record is taken over after its lease, by this process or
 * another.
 */
async function workOn(deps: JobsDeps, item: ClaimedItem, interrupted: AbortSignal): Promise<void> {
  const { job_id: jobId, position } = item
  const heartbeat = setInterval(() => {
    renewItem(deps, item).catch((err: unknown) => deps.log.warn({ err, jobId, position }, 'an item could not be kept'))
  }, RENEWAL_MS)
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  interrupted.addEventListener('abort', () => stop(), { once: true })
  try {
    await Promise.race([stopped, doItem(deps, item)])
  } catch (err) {
    deps.log.warn({ err, jobId, position }, 'what became of an item could not be recorded; it is tried again')
  } finally {
    clearInterval(heartbeat)
  }
}

async function doItem(deps: JobsDeps, item: ClaimedItem): Promise<void> {
  const result = await processItem(deps, item)
  if (result === 'later') {
    const limits = { first: deps.itemPauseMs ?? RETRY_PAUSE_MS, max: RETRY_PAUSE_MS_MAX }
    return postponeItem(deps, item, jittered(backoffMs(item.attempt, limits)))
  }
  const job = await finishItem(deps, item, result)
  if (job === null) return
  deps.metrics?.count('oms_job_items_total', { kind: item.kind, outcome: result.outcome })
  if (job.state !== 'Finished') return
  const { id: jobId, kind, total, succeeded, failed, refused } = job
  deps.log.info({ jobId, kind, total, succeeded, failed, refused }, 'a job has finished')
}

async function processItem(deps: JobsDeps, item: ClaimedItem): Promise<ItemResult | 'later'> {
  if (item.state === 'Canceled' && !item.has_begun) return { outcome: 'Canceled', reason: null }
  // One that has begun has had its effect: only what became of it is left to read.
  if (item.attempt > ATTEMPTS_MAX && !item.has_begun)
    return { outcome: 'Failed', reason: `It was tried ${ATTEMPTS_MAX} times and had no end.` }
  try {
    return await (deps.handlers[item.kind] as JobHandler)(toJobItem(item))
  } catch (error) {
    const isLast = item.attempt === ATTEMPTS_MAX
    if (error instanceof DomainError && (isLast || !passing.includes(error.code)))
      return { outcome: 'Refused', reason: error.message }
    if (!(error instanceof DomainError))
      deps.log.error({ err: error, jobId: item.job_id, key: item.key }, 'an item of a job was interrupted by an error')
    return isLast ? { outcome: 'Failed', reason: 'It was interrupted by an error, which the log names.' } : 'later'
  }
}

const MEASURED_EVERY_MS = 30_000

/** Shows how much is left to do, by one measurement. */
function measure(metrics: MetricsRegistry, deps: JobsDeps): void {
  const measured = sharedMeasurement(() => countOpenItems(deps), deps.measuredEveryMs ?? MEASURED_EVERY_MS)
  metrics.gauge('oms_job_items_waiting', async () =>
    (await measured()).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  )
  metrics.gauge('oms_jobs_oldest_age_seconds', async () => [
    { labels: {}, value: Math.max(0, ...(await measured()).map(({ oldestSeconds }) => oldestSeconds)) },
  ])
}
