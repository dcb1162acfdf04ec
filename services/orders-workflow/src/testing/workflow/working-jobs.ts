import type { Job } from '@open-oms/contracts/orders/jobs/job'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { startJobs } from '../../modules/jobs/run-jobs.ts'
import { runJobHandlers } from '../../modules/workflow/bulk/run-job-handlers.ts'
import type { OrdersTest } from '../test-orders.ts'

/** Starts a job worker in this process. */
export function working({ database, deps }: OrdersTest) {
  return startJobs({
    query: database.query,
    handlers: runJobHandlers(deps),
    capacity: deps.background.capacity,
    log: deps.log,
    pollMs: 20,
    itemPauseMs: 20,
  })
}

/** The current state of the job. */
export async function fetchJob(test: OrdersTest, id: string): Promise<Job> {
  return (await test.send({ url: `/api/Jobs/${id}` })).body
}

/** Processes all items of a job and returns the finished job. */
export async function finished(test: OrdersTest, id: string): Promise<Job> {
  const worker = working(test)
  await eventually(async () => ['Finished', 'Canceled'].includes((await fetchJob(test, id)).state), 'the job has ended')
  await worker.stop()
  return fetchJob(test, id)
}

/** The results of a job, all of them. */
export async function fetchJobResults(test: OrdersTest, id: string, query: Record<string, string> = {}) {
  return (await test.send({ url: `/api/Jobs/${id}/Results`, query: { take: '250', ...query } })).body.result
}

/** Expires the leases of claimed items, so that their processes count as dead. */
export async function expireItems({ database }: OrdersTest): Promise<void> {
  await database.query({ text: `update job_item set lease_until = now() - interval '1 second' where lease_until is not null` })
}
