import { invalid } from '@open-oms/contracts/errors'
import { JOB_ITEMS_MAX, type Job, type JobKind } from '@open-oms/contracts/orders/jobs/job'
import { type BulkRunRequest, RUNS_LOOKED_AT_MAX } from '@open-oms/contracts/orders/workflow/run-search'
import { isUuid } from '@open-oms/contracts/uuid'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { fetchRows, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { createJob, tooManyItems } from '../../jobs/create-job.ts'
import type { NewItem } from '../../jobs/job-store.ts'
import { searchScope } from '../../search/search-orders.ts'
import type { RunPosition } from '../search/run-cursor.ts'
import { asksForStep, type RunSearch } from '../search/run-filter.ts'
import { matchingRunsStatement } from '../search/run-statements.ts'

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

async function collectItems(
  tx: Transaction,
  deps: RunJobDeps,
  { request: { ids, filter }, caller }: Pick<CreateRunJob, 'request' | 'caller'>,
): Promise<NewItem[]> {
  if (ids !== undefined && filter !== undefined) throw invalid('ids', 'cannot be sent together with a `filter`')
  if (filter !== undefined) return findRunItems(tx, { filter, scope: searchScope(deps, caller), sort: 'StartedAscending' })
  if (ids === undefined) throw invalid('ids', 'or a `filter` is required')
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
  const orders = await findRunsById(tx, unique, caller.storeIds)
  return unique.map((key) => ({ key, orderId: orders.get(key) ?? null }))
}

/** With a filter of the step: how often as many runs are looked at as for a page of a search. */
const LOOKS_MAX = 20

/**
 * The runs that a search finds now, the first one first. Raises `ValidationFailed` for more than
 * `JOB_ITEMS_MAX`, and where more runs would have to be looked at than a request can
 * (workflow.md#bulk-work-on-runs).
 */
async function findRunItems(tx: Transaction, search: RunSearch): Promise<NewItem[]> {
  const found: NewItem[] = []
  let after: RunPosition | null = null
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const position: { after: RunPosition | null; countMax: number } = { after, countMax: JOB_ITEMS_MAX + 1 - found.length }
    const rows = await fetchRows(tx, matchingRunsStatement(search, position))
    for (const { id, order_id } of rows) if (id !== null) found.push({ key: id, orderId: order_id })
    if (found.length > JOB_ITEMS_MAX) throw tooManyItems('filter')
    const [last] = rows
    const isCut = asksForStep(search.filter) && last?.looked_at === RUNS_LOOKED_AT_MAX
    if (!isCut || last.last_started === null || last.last_id === null) return found
    after = { started: last.last_started.toISOString(), id: last.last_id }
  }
  throw invalid(
    'filter',
    'would have to look at too many runs; limit it by `states`, `statuses`, `orderTypes`, `storeIds` or `startedFrom`',
  )
}

const findOrders = statement({
  name: 'runs-orders',
  text: `select r.id, r.order_id from workflow_run as r join "order" as o on o.id = r.order_id
    where r.id = any($1::uuid[]) and ($2::text[] is null or o.store_id = any($2))`,
  parameters: [Sql.list(Sql.uuid), Sql.nullable(Sql.list(Sql.text))],
  row: { id: Sql.uuid, order_id: Sql.text },
})

/** The orders of runs, by the id of the run; without those that are unknown, or of other stores. */
async function findRunsById(
  tx: Transaction,
  ids: readonly string[],
  storeIds: readonly string[] | null,
): Promise<Map<string, string>> {
  const rows = await findOrders.on(tx, ids.filter(isUuid), storeIds)
  return new Map(rows.map((row) => [row.id, row.order_id]))
}
