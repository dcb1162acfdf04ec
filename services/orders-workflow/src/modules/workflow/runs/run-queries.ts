import { DomainError } from '@oms/contracts/errors'
import type { WorkflowRunView } from '@oms/contracts/orders/workflow/workflow'
import { LIST_MAX } from '@oms/contracts/primitives'
import type { Database } from '@oms/service-kit/database/database'
import { list, nullable, statement, text, timestamptz, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { type AttemptRow, readAttempts, runColumns, runRow, type StoredRun, storedRuns } from './run-rows.ts'

const findNewest = statement({
  name: 'run-list',
  text: `select id, order_id, shipment_id, return_id, status, state, started, finished, started_by,
      array(select step ->> 'id' from json_array_elements(plan) as step) as step_ids
    from workflow_run where order_id = $1 order by started desc, id desc limit ${LIST_MAX}`,
  parameters: [text],
  row: {
    id: uuid,
    order_id: text,
    shipment_id: nullable(text),
    return_id: nullable(text),
    status: text,
    state: text,
    started: timestamptz,
    finished: nullable(timestamptz),
    started_by: nullable(text),
    step_ids: list(text),
  },
})

/**
 * The newest runs of an order with every try of their steps, in the order in which they were made,
 * the newest run first (workflow.md#run-endpoints).
 */
export async function listRuns(database: Pick<Database, 'query'>, orderId: string): Promise<WorkflowRunView[]> {
  const rows = await findNewest.on(database, orderId)
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

const findUnderWay = statement({
  name: 'runs-under-way',
  text: `select ${runColumns} from workflow_run where order_id = $1 and state = 'Running'`,
  parameters: [text],
  row: runRow,
})

/** The runs of an order that are under way. While the order is locked no further one begins. */
export async function readRunsUnderWay(database: Pick<Database, 'query'>, orderId: string): Promise<StoredRun[]> {
  const rows = await findUnderWay.on(database, orderId)
  return storedRuns(database, rows)
}

const findOpenCalls = statement({
  name: 'run-open-calls',
  text: 'select from workflow_step_attempt where open_for = $1',
  parameters: [text],
  row: {},
})

/**
 * Raises `ResourceLocked` while a step of a run of the order has an open external call. The order
 * must be locked: then none can begin.
 */
export async function refuseDuringCall(tx: Transaction, orderId: string): Promise<void> {
  const rows = await findOpenCalls.on(tx, orderId)
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A workflow step of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}

const findReturnCalls = statement({
  name: 'run-return-calls',
  text: `select from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id where a.open_for = $1 and r.return_id = $2`,
  parameters: [text, text],
  row: {},
})

/**
 * Raises `ResourceLocked` while a step of a run for the return form has an open external call. The
 * order must be locked.
 */
export async function refuseDuringReturnCall(tx: Transaction, orderId: string, returnId: string): Promise<void> {
  const rows = await findReturnCalls.on(tx, orderId, returnId)
  if (rows.length > 0) throw returnCallUnderWay(returnId)
}

/** The error of a write that a step of the return form with an open external call forbids. */
export function returnCallUnderWay(returnId: string): DomainError {
  return new DomainError('ResourceLocked', `A step of return form "${returnId}" is under way.`, { retryAfterSeconds: 1 })
}
