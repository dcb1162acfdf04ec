import * as contracts from '@open-oms/contracts/orders/jobs/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { cancelJob } from './create-job.ts'
import { getJob, listJobResults, listJobs } from './read-jobs.ts'

export function registerJobs(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.listJobs, async (deps, { query, caller: { storeIds } }) => ({
    body: await listJobs(deps, { ...query, storeIds }),
  }))

  register(app, deps, contracts.getJob, async (deps, { params, caller: { storeIds } }) => ({
    body: await getJob(deps, { ...params, storeIds }),
  }))

  register(app, deps, contracts.listJobResults, async (deps, { params, query, caller: { storeIds } }) => ({
    body: await listJobResults(deps, { ...params, ...query, storeIds }),
  }))

  register(app, deps, contracts.cancelJob, async (deps, { params, caller: { storeIds } }) => ({
    body: await cancelJob(deps, { ...params, storeIds }),
  }))
}
