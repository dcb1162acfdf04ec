import { pause } from '@open-oms/service-kit/waiting/pause'
import { listEarlierCustomers } from '../../order/store/index-customers.ts'
import { indexDeclaredFields } from '../../order/store/index-fields.ts'
import { foldEarlierOrders, indexEarlierOrders, stateEarlierReturns } from '../../order/store/index-orders.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { removeEndedRuns } from '../../runs/run-retention.ts'
import { chainRecords } from '../audit/chain-records.ts'
import { removeOldRecords } from '../audit/remove-old-records.ts'
import { removeExpiredCarts } from '../carts/cart-retention.ts'
import { forgetColleagues } from '../colleagues/colleagues.ts'
import { continueErasures } from '../erasure/erase-customer.ts'
import { releasingDueHolds } from '../holds/release-due-holds.ts'
import { wakeReleasedRuns } from '../holds/wake-released-runs.ts'
import { removeEndedJobs } from '../jobs/job-retention.ts'
import type { SavedReportDeps } from '../reports/report-deps.ts'
import { removeOldReportRuns } from '../reports/saved/report-run-store.ts'
import { runDueReports } from '../reports/saved/run-due-reports.ts'
import { assignPositions } from '../search/changes/order-changes.ts'
import { foldCounts } from '../search/order-counts.ts'
import { removeExpiredScrolls } from '../search/scroll/scroll-store.ts'
import { removeOldNotifications } from '../staff-notifications/staff-notifications.ts'

/** The dependencies of a job. */
export type MaintenanceDeps = OrderDeps & SavedReportDeps

/**
 * A background job that keeps tables small and fast. Every process runs it; a job for one process
 * takes a lock.
 */
export type MaintenanceJob = {
  name: string
  /** Pause between two runs. */
  everyMs: number
  /** Does all waiting work, and ends soon after the signal: a stop waits for it. */
  run(deps: MaintenanceDeps, signal: AbortSignal): Promise<unknown>
  /** True if it ends with the first run that returns true. */
  isOnlyOnce?: boolean
}

/** Every job of this service. */
export const maintenanceJobs: readonly MaintenanceJob[] = [
  { name: 'folding of counts', everyMs: 1_000, run: foldCounts },
  { name: 'positions of changes', everyMs: 1_000, run: assignPositions },
  { name: 'places of audit records', everyMs: 1_000, run: chainRecords },
  { name: 'release of holds by time', everyMs: 5_000, run: releasingDueHolds() },
  { name: 'runs of saved reports', everyMs: 5_000, run: runDueReports },
  { name: 'continuation of held runs of released orders', everyMs: 30_000, run: wakeReleasedRuns },
  { name: 'removal of expired scrolls', everyMs: 30_000, run: removeExpiredScrolls },
  { name: 'removal of expired carts', everyMs: 60_000, run: removeExpiredCarts },
  { name: 'removal of ended workflow runs', everyMs: 60_000, run: removeEndedRuns },
  { name: 'removal of ended jobs', everyMs: 60_000, run: removeEndedJobs },
  { name: 'continuation of interrupted erasures', everyMs: 600_000, run: continueErasures },
  { name: 'removal of old staff notifications', everyMs: 600_000, run: removeOldNotifications },
  { name: 'removal of old audit records', everyMs: 3_600_000, run: removeOldRecords },
  { name: 'removal of old runs of saved reports', everyMs: 3_600_000, run: removeOldReportRuns },
  { name: 'forgetting of former colleagues', everyMs: 600_000, run: forgetColleagues },
  { name: 'indexing of earlier orders', everyMs: 5_000, run: indexEarlierOrders, isOnlyOnce: true },
  { name: 'listing of earlier customers', everyMs: 5_000, run: listEarlierCustomers, isOnlyOnce: true },
  { name: 'indexing of declared fields', everyMs: 10_000, run: indexDeclaredFields },
  { name: 'folding of earlier search rows', everyMs: 60_000, run: foldEarlierOrders },
  { name: 'statuses of earlier return forms', everyMs: 60_000, run: stateEarlierReturns },
]

/**
 * Runs each job repeatedly until the returned function is called, which waits for runs under way.
 */
export function keepTidy(deps: MaintenanceDeps, jobs: readonly MaintenanceJob[] = maintenanceJobs): () => Promise<void> {
  const stopped = new AbortController()
  const loops = jobs.map((job) => repeat(deps, job, stopped.signal))
  return async () => {
    stopped.abort()
    await Promise.all(loops)
  }
}

async function repeat(deps: MaintenanceDeps, job: MaintenanceJob, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const isDone = await job.run(deps, signal)
      if (job.isOnlyOnce && isDone === true) return
    } catch (err) {
      deps.log.warn({ err, job: job.name }, 'maintenance failed; trying again later')
    }
    await pause(job.everyMs, signal)
  }
}
