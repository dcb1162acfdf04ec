import type { Job, JobResult } from '@oms/contracts/orders/jobs/job'
import { listJobResults, listJobs } from '@oms/contracts/orders/jobs/routes'
import { dismissWorkflowRuns, resumeWorkflowRuns, retryWorkflowRuns } from '@oms/contracts/orders/workflow/routes/workflow-runs'
import type { BulkRunRequest } from '@oms/contracts/orders/workflow/run-search'
import type { ApiClient } from '../../api/api-client.ts'

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
export async function resultsOfJob(api: ApiClient, jobId: string, take: number): Promise<JobResult[]> {
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
