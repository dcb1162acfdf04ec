import type { Job } from '@oms/contracts/orders/jobs/job'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { cancelOpenJob, type JobOfStores } from './job-store.ts'
import { getJob } from './read-jobs.ts'

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
