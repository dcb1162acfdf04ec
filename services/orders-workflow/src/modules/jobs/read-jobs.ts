import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  JOB_ITEMS_MAX,
  JOBS_PAGE_DEFAULT,
  type Job,
  type JobKind,
  type JobList,
  type JobOutcome,
  type JobResults,
  type JobState,
} from '@open-oms/contracts/orders/jobs/job'
import { isUuid } from '@open-oms/contracts/uuid'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { type JobOfStores, readJob, readJobs, readResults } from './job-store.ts'

type Page = { take?: number | undefined; after?: string | undefined }

export type ListJobs = Page & {
  kind?: JobKind | undefined
  state?: JobState | undefined
  /** The stores that the caller is limited to; null: to none. */
  storeIds: readonly string[] | null
}

/**
 * A page of the jobs that the caller may see, newest first (jobs.md#job-endpoints,
 * jobs.md#who-sees-a-job). Raises `ValidationFailed` for a cursor that the service never issued.
 */
export async function listJobs(
  { reading }: Pick<OrderDeps, 'reading'>,
  { take = JOBS_PAGE_DEFAULT, after, kind, state, storeIds }: ListJobs,
): Promise<JobList> {
  if (after && !isUuid(after)) throw invalid('after', 'is not the `next` of a list of jobs')
  const filter = { storeIds, kind: kind ?? null, state: state ?? null, after: after || null }
  const jobs = await readJobs(reading, { ...filter, take: take + 1 })
  const result = jobs.slice(0, take)
  return { result, next: jobs.length > take ? (result.at(-1)?.id ?? null) : null }
}

/** A job that the caller may see (jobs.md#who-sees-a-job). Raises `NotFound`. */
export async function getJob(database: Pick<OrderDeps, 'query'>, { jobId, storeIds }: JobOfStores): Promise<Job> {
  const job = isUuid(jobId) ? await readJob(database, { jobId, storeIds }) : null
  if (job === null) throw new DomainError('NotFound', `There is no job "${jobId}".`)
  return job
}

export type ListResults = JobOfStores & Page & { outcome?: JobOutcome | undefined }

/**
 * A page of what became of the items of a job so far, in their order (jobs.md#results). Raises
 * `NotFound`, and `ValidationFailed` for a cursor that the service never issued.
 */
export async function listJobResults(
  { reading }: Pick<OrderDeps, 'reading'>,
  { take = JOBS_PAGE_DEFAULT, after, outcome, ...key }: ListResults,
): Promise<JobResults> {
  const position = after ? parseCursor(after) : 0
  const { id } = await getJob(reading, key)
  const found = await readResults(reading, { jobId: id, after: position, outcome: outcome ?? null, take: take + 1 })
  const page = found.slice(0, take)
  const next = found.length > take ? (page.at(-1)?.position ?? null) : null
  return { result: page.map(({ result }) => result), next: next === null ? null : String(next) }
}

function parseCursor(cursor: string): number {
  const position = /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (!(position <= JOB_ITEMS_MAX)) throw invalid('after', 'is not the `next` of a list of results')
  return position
}
