import type { WorkflowRunList, WorkflowRunView } from '@open-oms/contracts/orders/workflow/workflow'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { WaitingStep } from '../../order/rules/status/workflow-run.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import { type AttemptRow, readAttempts } from '../../runs/run-rows.ts'

const findNewest = statement({
  name: 'run-list',
  text: `select id, order_id, shipment_id, return_id, status, state, started, finished, started_by, waiting,
      array(select step ->> 'id' from json_array_elements(plan) as step) as step_ids
    from workflow_run where order_id = $1 order by started desc, id desc limit ${LIST_MAX}`,
  parameters: [Sql.text],
  row: {
    id: Sql.uuid,
    order_id: Sql.text,
    shipment_id: Sql.nullable(Sql.text),
    return_id: Sql.nullable(Sql.text),
    status: Sql.text,
    state: Sql.text,
    started: Sql.timestamptz,
    finished: Sql.nullable(Sql.timestamptz),
    started_by: Sql.nullable(Sql.text),
    waiting: Sql.nullable(Sql.json),
    step_ids: Sql.list(Sql.text),
  },
})

/**
 * The newest runs of an order with every try of their steps, in the order in which they were made,
 * the newest run first (workflow.md#run-endpoints). Raises `NotFound`.
 */
export async function listRuns(database: Pick<Database, 'query'>, key: OrderKey): Promise<WorkflowRunList> {
  await readOrderDocument(database, key)
  const rows = await findNewest.on(database, key.orderId)
  if (rows.length === 0) return { result: [] }
  const attempts = await readAttempts(
    database,
    rows.map((row) => row.id),
  )
  const byRun = Map.groupBy(attempts, (attempt) => attempt.run_id)
  const result = rows.map((row) => ({
    runId: row.id,
    orderId: row.order_id,
    shipmentId: row.shipment_id,
    returnId: row.return_id,
    status: row.status,
    state: row.state,
    ...waitingView(row),
    started: row.started.toISOString(),
    finished: row.finished?.toISOString() ?? null,
    startedBy: row.started_by,
    steps: inRunOrder(byRun.get(row.id) ?? [], row.step_ids)
      .slice(-LIST_MAX)
      .map(stepView),
  }))
  return { result }
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

/** The step of a waiting run that is tried again next. */
function waitingView({ state, waiting }: { state: string; waiting: string | null }) {
  const steps: readonly WaitingStep[] = state === 'Waiting' ? JSON.parse(waiting ?? '[]') : []
  const [next] = steps.toSorted((a, b) => a.nextAttempt.localeCompare(b.nextAttempt))
  return { nextAttempt: next?.nextAttempt ?? null, reasonClass: next?.reasonClass ?? null, reason: next?.reason ?? null }
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
    reasonClass: attempt.reason_class,
  }
}
