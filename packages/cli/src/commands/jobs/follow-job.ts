import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobResult } from '@open-oms/contracts/orders/jobs/job'
import { getJob, listJobResults, listJobs } from '@open-oms/contracts/orders/jobs/routes'
import {
  dismissWorkflowRuns,
  resumeWorkflowRuns,
  retryWorkflowRuns,
} from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { BulkRunRequest } from '@open-oms/contracts/orders/workflow/run-search'
import type { ApiClient } from '../../api/api-client.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { table } from '../../output/table.ts'

const runJobs = { Resume: resumeWorkflowRuns, Retry: retryWorkflowRuns, Dismiss: dismissWorkflowRuns } as const

export type RunAction = keyof typeof runJobs

/** Makes the job that does this to the chosen runs. */
export async function makeRunJob(api: ApiClient, action: RunAction, choice: BulkRunRequest): Promise<Job> {
  return await api.call(runJobs[action], { body: choice })
}

/** The newest jobs. */
export async function newestJobs(api: ApiClient, take: number): Promise<Job[]> {
  return await readPages(take, (query) => api.call(listJobs, { query }))
}

/** What became of the items of a job, up to a number of them. */
async function resultsOfJob(api: ApiClient, jobId: string, take: number): Promise<JobResult[]> {
  return await readPages(take, (query) => api.call(listJobResults, { params: { jobId }, query }))
}

const PAGE_MAX = 250

type Page<T> = { result: T[]; next: string | null }

async function readPages<T>(take: number, read: (query: { take: number; after?: string }) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  let after: string | null = null
  do {
    const page: Page<T> = await read({ take: Math.min(PAGE_MAX, take - found.length), ...(after !== null && { after }) })
    found.push(...page.result)
    after = page.next
  } while (after !== null && found.length < take)
  return found
}

const POLL_MS = 500
const ended = new Set(['Finished', 'Canceled'])

/** Waits for the end of a job, with a progress bar. Whoever stops waiting does not stop the job. */
export async function followJob(api: ApiClient, job: Job, { output, signal }: Context): Promise<Job> {
  const progress = output.progress(`${job.kind}`, job.total)
  let latest = job
  try {
    while (!ended.has(latest.state)) {
      await sleep(POLL_MS, undefined, { signal })
      latest = await api.call(getJob, { params: { jobId: job.id } })
      progress.update(latest.done, latest.total)
    }
    return latest
  } finally {
    progress.end()
    if (signal.aborted) output.note(`Job ${job.id} continues: oms jobs show ${job.id}, oms jobs cancel ${job.id}`)
  }
}

const RESULTS_MAX = 10_000
const RESULTS_SHOWN_MAX = 50

/** Says what became of a job that has ended, with each item that did not succeed. */
export async function reportJob(api: ApiClient, job: Job, { output }: Context): Promise<ExitCode> {
  const isWhole = job.succeeded === job.total
  const results = isWhole ? [] : await resultsOfJob(api, job.id, RESULTS_MAX)
  const others = results.filter(({ outcome }) => outcome !== 'Succeeded')
  output.result({ ...job, others }, () => describeJob(job, others))
  if (isWhole) return exitCodes.Done
  return job.succeeded === 0 ? exitCodes.Failed : exitCodes.DoneInPart
}

/** A job in words, and the items that did not succeed. */
export function describeJob({ id, kind, state, total, succeeded, failed, refused }: Job, others: readonly JobResult[]): string {
  const head = `Job ${id} (${kind}): ${state}; ${succeeded} of ${total} succeeded, ${failed} failed, ${refused} refused.`
  if (others.length === 0) return head
  const shown = others.slice(0, RESULTS_SHOWN_MAX).map(({ orderId, runId, outcome, reason }) => [orderId, runId, outcome, reason])
  const more = others.length > shown.length ? [`and ${others.length - shown.length} more; --json has all`] : []
  return [head, '', table(['Order', 'Run', 'Outcome', 'Reason'], shown), ...more].join('\n')
}
