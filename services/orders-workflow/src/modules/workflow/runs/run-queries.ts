import { DomainError } from '@oms/contracts/errors'
import type { WorkflowRunView } from '@oms/contracts/orders/workflow'
import { LIST_MAX } from '@oms/contracts/primitives'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { type AttemptRow, type HeldRun, heldColumns, heldRuns, type RunRow, readAttempts } from './run-rows.ts'

type ListedRow = {
  id: string
  order_id: string
  shipment_id: string | null
  return_id: string | null
  status: string
  state: string
  started: Date
  finished: Date | null
  started_by: string | null
  step_ids: string[]
}

/**
 * The newest runs of an order with every try of their steps, in the order in which they were made,
 * the newest run first (workflow.md#run-endpoints).
 */
export async function listRuns(database: Pick<Database, 'query'>, orderId: string): Promise<WorkflowRunView[]> {
  const rows = await database.query<ListedRow>({
    name: 'run-list',
    text: `select id, order_id, shipment_id, return_id, status, state, started, finished, started_by,
        array(select step ->> 'id' from json_array_elements(plan) as step) as step_ids
      from workflow_run where order_id = $1 order by started desc, id desc limit ${LIST_MAX}`,
    values: [orderId],
  })
  if (rows.length === 0) return []
  const attempts = await readAttempts(
    database,
    rows.map((row) => row.id),
  )
  const byRun = Map.groupBy(attempts, (attempt) => attempt.run_id)
  return rows.map((row) => ({
    runId: row.id,
    orderId: row.order_id,
    shipmentId: row.shipment_id,
    returnId: row.return_id,
    status: row.status,
    state: row.state,
    started: row.started.toISOString(),
    finished: row.finished?.toISOString() ?? null,
    startedBy: row.started_by,
    steps: inRunOrder(byRun.get(row.id) ?? [], row.step_ids)
      .slice(-LIST_MAX)
      .map(stepView),
  }))
}

/**
 * Steps that began within the same millisecond in the order of the plan, and tries of a step as
 * they are numbered.
 */
function inRunOrder(attempts: readonly AttemptRow[], stepIds: readonly string[]): AttemptRow[] {
  return attempts.toSorted(
    (a, b) =>
      a.started.getTime() - b.started.getTime() ||
      stepIds.indexOf(a.step_id) - stepIds.indexOf(b.step_id) ||
      a.attempt - b.attempt,
  )
}

function stepView(attempt: AttemptRow): WorkflowRunView['steps'][number] {
  return {
    stepId: attempt.step_id,
    actionType: attempt.action_type,
    actionStatus: attempt.action_status,
    attempt: attempt.attempt,
    started: attempt.started.toISOString(),
    finished: attempt.finished?.toISOString() ?? null,
    errorReason: attempt.error_reason,
  }
}

/** The runs of an order that are under way. While the order is locked no further one begins. */
export async function readRunsUnderWay(database: Pick<Database, 'query'>, orderId: string): Promise<HeldRun[]> {
  const rows = await database.query<RunRow>({
    name: 'runs-under-way',
    text: `select ${heldColumns} from workflow_run where order_id = $1 and state = 'Running'`,
    values: [orderId],
  })
  return heldRuns(database, rows)
}

/**
 * Raises `ResourceLocked` while a step of a run of the order has an open external call. The order
 * must be locked: then none can begin.
 */
export async function refuseDuringCall(tx: Transaction, orderId: string): Promise<void> {
  const rows = await tx.query({
    name: 'run-open-calls',
    text: 'select from workflow_step_attempt where open_for = $1',
    values: [orderId],
  })
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A workflow step of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}

/**
 * Raises `ResourceLocked` while a step of a run for the return form has an open external call. The
 * order must be locked.
 */
export async function refuseDuringReturnCall(tx: Transaction, orderId: string, returnId: string): Promise<void> {
  const rows = await tx.query({
    name: 'run-return-calls',
    text: `select from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id where a.open_for = $1 and r.return_id = $2`,
    values: [orderId, returnId],
  })
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A step of return form "${returnId}" is under way.`, { retryAfterSeconds: 1 })
}
