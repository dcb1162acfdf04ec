import { invalid } from '@open-oms/contracts/errors'
import { JOB_ITEMS_MAX, type Job, type JobKind } from '@open-oms/contracts/orders/jobs/job'
import { type Caller, callerName } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { cancelOpenJob, insertJob, type JobOfStores, type NewItem } from './job-store.ts'
import { getJob } from './read-jobs.ts'

export type CreateJob = {
  kind: JobKind
  items: readonly NewItem[]
  note: string | null
  /** On whose behalf, and for whose stores, the items are done. */
  caller: Caller
  traceId: string
}

/**
 * Makes a job of some items (jobs.md#what-a-job-is), which begins when the transaction is
 * committed. Raises `ValidationFailed` for more than `JOB_ITEMS_MAX` of them.
 */
export async function createJob(
  tx: Transaction,
  { newId, log }: { newId: () => string; log: Log },
  { caller, traceId, ...job }: CreateJob,
): Promise<Job> {
  if (job.items.length > JOB_ITEMS_MAX) throw tooManyItems('')
  const { actor, storeIds } = caller
  const clientId = callerName(caller)
  const made = await insertJob(tx, { ...job, id: newId(), author: { clientId, actor, storeIds, correlationId: traceId } })
  tx.afterCommit(() => log.info({ jobId: made.id, kind: made.kind, total: made.total, by: clientId }, 'a job was made'))
  return made
}

/** The error of a job that would have too many items, by what asks for them. */
export function tooManyItems(path: string) {
  return invalid(path, `is for more than ${JOB_ITEMS_MAX} items; make several jobs`)
}

/** The response with which a job is accepted. */
export function jobAccepted(job: Job): RouteResponse {
  return { status: 202, body: job, headers: { location: `/api/Jobs/${job.id}` } }
}

/**
 * Ends a job before the items that are not begun (jobs.md#cancellation). One that has ended stays
 * as it is; concurrent callers have one effect. Raises `NotFound`.
 */
export async function cancelJob(deps: Pick<OrderDeps, 'inTransaction' | 'log'>, key: JobOfStores): Promise<Job> {
  return deps.inTransaction(async (tx) => {
    const job = await getJob(tx, key)
    const canceled = await cancelOpenJob(tx, job.id)
    if (canceled === null) return getJob(tx, key)
    const { id: jobId, kind, total, done } = canceled
    tx.afterCommit(() => deps.log.info({ jobId, kind, total, done }, 'a job was canceled'))
    return canceled
  })
}
