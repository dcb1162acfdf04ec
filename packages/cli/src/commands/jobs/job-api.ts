import type { ApiClient } from '../../api/api-client.ts'
import type { RunFilter } from '../runs/run-filter.ts'

/** Work on many things in the background (jobs.md#jobs). */
export type Job = {
  id: string
  kind: string
  state: string
  total: number
  done: number
  succeeded: number
  failed: number
  refused: number
  note: string | null
  createdAt: string
  createdBy: string
  finishedAt: string | null
}

/** What became of one item of a job. */
export type JobResult = { runId: string; orderId: string | null; outcome: string; reason: string | null }

type Page<T> = { result: T[]; next: string | null }

export type RunAction = 'Resume' | 'Retry' | 'Dismiss'

type Choice = { ids?: readonly string[] | undefined; filter?: RunFilter | undefined; note?: string }

/** Makes the job that does this to the chosen runs. */
export async function makeRunJob(api: ApiClient, action: RunAction, choice: Choice): Promise<Job> {
  return await api.request<Job>('POST', `/api/WorkflowRuns/${action}`, choice)
}

export async function getJob(api: ApiClient, id: string): Promise<Job> {
  return await api.request<Job>('GET', `/api/Jobs/${encodeURIComponent(id)}`)
}

export async function cancelJob(api: ApiClient, id: string): Promise<Job> {
  return await api.request<Job>('POST', `/api/Jobs/${encodeURIComponent(id)}/Cancel`)
}

/** The newest jobs. */
export async function listJobs(api: ApiClient, take: number): Promise<Job[]> {
  return await readPages(take, (query) => api.request<Page<Job>>('GET', `/api/Jobs?${query}`))
}

/** What became of the items of a job, up to a number of them. */
export async function listJobResults(api: ApiClient, id: string, take: number): Promise<JobResult[]> {
  return await readPages(take, (query) =>
    api.request<Page<JobResult>>('GET', `/api/Jobs/${encodeURIComponent(id)}/Results?${query}`),
  )
}

const PAGE_MAX = 250

async function readPages<T>(take: number, read: (query: URLSearchParams) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  let after: string | null = null
  do {
    const size = Math.min(PAGE_MAX, take - found.length)
    const page: Page<T> = await read(new URLSearchParams({ take: String(size), ...(after !== null && { after }) }))
    found.push(...page.result)
    after = page.result.length === 0 ? null : page.next
  } while (after !== null && found.length < take)
  return found
}
