import { invalid } from '@oms/contracts/errors'
import type { Job, JobKind } from '@oms/contracts/orders/jobs/job'
import type { BulkRunRequest } from '@oms/contracts/orders/workflow/run-search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { createJob } from '../../jobs/create-job.ts'
import type { NewItem } from '../../jobs/job-store.ts'
import { searchScope } from '../../search/search-response.ts'
import { findRunItems, findRunsById } from './runs-of-job.ts'

export type CreateRunJob = { kind: JobKind; request: BulkRunRequest; caller: Caller; traceId: string }

type RunJobDeps = Pick<OrderDeps, 'inTransaction' | 'config' | 'now' | 'newId' | 'log'>

/**
 * Makes a job of runs, by their ids or by a filter, which is resolved now, within the caller's
 * stores (workflow.md#bulk-work-on-runs). Raises `ValidationFailed` unless exactly one of both is
 * there, for too many runs, and for what a search refuses.
 */
export function createRunJob(deps: RunJobDeps, { kind, request, caller, traceId }: CreateRunJob): Promise<Job> {
  return deps.inTransaction(async (tx) => {
    const items = await collectItems(tx, deps, { request, caller })
    return createJob(tx, deps, { kind, items, note: request.note ?? null, caller, traceId })
  })
}

type RunJobRequest = Pick<CreateRunJob, 'request' | 'caller'>

async function collectItems(
  tx: Transaction,
  deps: RunJobDeps,
  { request: { ids, filter }, caller }: RunJobRequest,
): Promise<NewItem[]> {
  if (ids !== undefined && filter !== undefined) throw invalid('ids', 'cannot be sent together with a `filter`')
  if (filter !== undefined) return findRunItems(tx, { filter, scope: searchScope(deps, caller), sort: 'StartedAscending' })
  if (ids === undefined) throw invalid('ids', 'or a `filter` is required')
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
  const orders = await findRunsById(tx, unique, caller.storeIds)
  return unique.map((key) => ({ key, orderId: orders.get(key) ?? null }))
}
