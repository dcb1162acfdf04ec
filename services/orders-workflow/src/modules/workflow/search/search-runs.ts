import { PAGE_SIZE_DEFAULT } from '@open-oms/contracts/orders/search/search'
import {
  type FoundWorkflowRun,
  RUNS_LOOKED_AT_MAX,
  runFacetTypes,
  type WorkflowRunFacetGroup,
  type WorkflowRunSearchRequest,
  type WorkflowRunSearchResult,
} from '@open-oms/contracts/orders/workflow/run-search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { fetchRows, type RowOf } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { searchScope } from '../../search/search-orders.ts'
import { type RunPosition, runCursor } from './run-cursor.ts'
import { asksForStep, type RunSearch } from './run-filter.ts'
import { runCountStatement, runPageStatement } from './run-statements.ts'

/**
 * A page of the workflow runs of the caller's stores, by when they began, with the counts of all
 * that the filter finds, of one moment (workflow.md#run-search, security.md#store-scope). Raises
 * `ValidationFailed` for a cursor that the service never issued, and for finished runs without a
 * range.
 */
export async function searchRuns(
  deps: Pick<OrderDeps, 'config' | 'now' | 'reading'>,
  caller: Caller,
  { take = PAGE_SIZE_DEFAULT, after, sortOrder, ...filter }: WorkflowRunSearchRequest,
): Promise<WorkflowRunSearchResult> {
  const search: RunSearch = { filter, scope: searchScope(deps, caller), sort: sortOrder || 'StartedAscending' }
  const position = after ? runCursor.parse(after) : null
  return deps.reading.inTransaction(async (tx) => {
    tx.later({ text: 'set transaction isolation level repeatable read, read only; set local jit = off' })
    return { ...(await queryCounts(tx, search)), ...(await queryPage(tx, search, { take, after: position })) }
  })
}

async function queryPage(tx: Transaction, search: RunSearch, page: { take: number; after: RunPosition | null }) {
  const rows = await fetchRows(tx, runPageStatement(search, page))
  const found = rows.filter(isFound)
  const result = found.slice(0, page.take)
  return { result: result.map(toFoundRun), next: nextCursor(search, { rows, result, hasMore: found.length > page.take }) }
}

type Rows = { rows: readonly Row[]; result: readonly FoundRow[]; hasMore: boolean }

/**
 * Where the next page begins: behind the last run of this one, or behind the last that was looked
 * at.
 */
function nextCursor({ filter }: RunSearch, { rows, result, hasMore }: Rows): string | null {
  const last = result.at(-1)
  if (hasMore && last !== undefined) return runCursor.format({ started: last.started.toISOString(), id: last.id })
  const [row] = rows
  const isCut = asksForStep(filter) && row?.looked_at === RUNS_LOOKED_AT_MAX
  if (!isCut || row.last_started === null || row.last_id === null) return null
  return runCursor.format({ started: row.last_started.toISOString(), id: row.last_id })
}

async function queryCounts(tx: Transaction, search: RunSearch) {
  const rows = await fetchRows(tx, runCountStatement(search))
  const total = rows.find((row) => row.facet_type === null)
  const facets = runFacetTypes.map(
    (facetType): WorkflowRunFacetGroup => ({
      facetType,
      facets: rows.flatMap(({ facet_type, value, count }) =>
        facet_type === facetType && value !== null ? [{ name: value, value, count }] : [],
      ),
    }),
  )
  return { totalHits: total?.count ?? 0, totalHitsIsExact: (total?.looked_at ?? 0) < RUNS_LOOKED_AT_MAX, facets }
}

type Row = RowOf<ReturnType<typeof runPageStatement>['row']>
type NeverNull = 'id' | 'order_id' | 'order_type' | 'store_id' | 'status' | 'state' | 'since' | 'started'
type FoundRow = Row & { [K in NeverNull]: NonNullable<Row[K]> }

function isFound(row: Row): row is FoundRow {
  return row.id !== null
}

function toFoundRun(row: FoundRow): FoundWorkflowRun {
  return {
    runId: row.id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    orderType: row.order_type,
    storeId: row.store_id,
    shipmentId: row.shipment_id,
    returnId: row.return_id,
    status: row.status,
    state: row.state,
    stepId: row.step_id,
    step: row.step,
    reasonClass: row.reason_class,
    reason: row.reason,
    connector: row.connector,
    nextAttempt: row.next_attempt?.toISOString() ?? null,
    since: row.since.toISOString(),
    started: row.started.toISOString(),
    finished: row.finished?.toISOString() ?? null,
  }
}
