import { invalid } from '@oms/contracts/errors'
import { JOB_ITEMS_MAX } from '@oms/contracts/orders/jobs/job'
import { RUNS_LOOKED_AT_MAX } from '@oms/contracts/orders/workflow/run-search'
import { isUuid } from '@oms/contracts/uuid'
import { fetchRows, list, nullable, statement, text, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { tooManyItems } from '../../jobs/create-job.ts'
import type { NewItem } from '../../jobs/job-store.ts'
import type { RunPosition } from '../search/run-cursor.ts'
import { asksForStep, type RunSearch } from '../search/run-filter.ts'
import { matchingRunsStatement } from '../search/run-statements.ts'

/** With a filter of the step: how often as many runs are looked at as for a page of a search. */
const LOOKS_MAX = 20

/**
 * The runs that a search finds now, the first one first. Raises `ValidationFailed` for more than
 * `JOB_ITEMS_MAX`, and where more runs would have to be looked at than a request can
 * (workflow.md#bulk-work-on-runs).
 */
export async function findRunItems(tx: Transaction, search: RunSearch): Promise<NewItem[]> {
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
  parameters: [list(uuid), nullable(list(text))],
  row: { id: uuid, order_id: text },
})

/** The orders of runs, by the id of the run; without those that are unknown, or of other stores. */
export async function findRunsById(
  tx: Transaction,
  ids: readonly string[],
  storeIds: readonly string[] | null,
): Promise<Map<string, string>> {
  const rows = await findOrders.on(tx, ids.filter(isUuid), storeIds)
  return new Map(rows.map((row) => [row.id, row.order_id]))
}
