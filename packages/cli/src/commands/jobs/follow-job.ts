import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobResult } from '@oms/contracts/orders/jobs/job'
import { getJob } from '@oms/contracts/orders/jobs/routes'
import type { ApiClient } from '../../api/api-client.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { table } from '../../output/table.ts'
import { resultsOfJob } from './job-api.ts'

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
