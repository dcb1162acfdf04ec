import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { StepResult, WorkflowRun } from '../order/rules/status/workflow-run.ts'

/**
 * Seconds that a process may be silent before another takes its run over (workflow.md#durability).
 */
export const LEASE_SECONDS = 15

const runColumns =
  'id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan, lease_until, fencing_token, transition_count, next'
const attemptColumns =
  'run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message, reason_class, input, started, finished, is_retried'

/**
 * The columns of runs that have just begun, and of the attempts that are finished already, as one
 * JSON parameter.
 */
export function runsParameter(runs: readonly WorkflowRun[]): string {
  return JSON.stringify({
    runs: runs.map((run) => ({
      id: run.id,
      order_id: run.orderId,
      shipment_id: run.shipmentId,
      return_id: run.returnId,
      status: run.status,
      state: run.state,
      started: run.started,
      finished: run.state === 'Running' || run.state === 'Held' ? null : run.started,
      started_by: run.startedBy,
      plan: run.steps,
      fencing_token: run.fencingToken,
      transition_count: run.transitionCount,
      next: run.next,
    })),
    attempts: runs.flatMap((run) => attemptRows(run, run.results)),
  })
}

/** The rows of attempts that are finished when they are written. */
export function attemptRows(run: WorkflowRun, results: readonly StepResult[]) {
  return results.map((result) => ({
    run_id: run.id,
    step_id: result.stepId,
    attempt: 1,
    order_id: run.orderId,
    action_type: result.actionType,
    action_status: result.actionStatus,
    error_reason: result.errorReason,
    message: result.message,
    reason_class: result.reasonClass,
    started: result.started,
    finished: result.finished,
    is_retried: false,
  }))
}

/**
 * Data-modifying CTEs that write runs and their finished attempts. `parameter` is the number of the
 * parameter that carries `runsParameter(runs)`; `after` names the CTE that writes the orders' rows.
 * The leases count from now.
 */
export function runsInsert(parameter: number, after: string): string {
  return `-- the runs that begin
    begun as (
    insert into workflow_run (${runColumns})
    select r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished, r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '${LEASE_SECONDS} seconds' end, r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $${parameter}::json -> 'runs') as r where exists (select from ${after})
    returning id
  ),
  -- their attempts that are finished already
  attempted as (${attemptsInsert(`$${parameter}::json -> 'attempts'`, 'begun')})`
}

/**
 * The body of a CTE that writes finished attempts from a JSON list, each numbered on from those of
 * its step before; `after` names the CTE that writes their runs.
 */
export function attemptsInsert(list: string, after: string): string {
  const columns = attemptColumns.replace('attempt,', `${nextAttempt('entry.run_id', 'entry.step_id')},`)
  return `insert into workflow_step_attempt (${attemptColumns})
    select ${columns} from json_populate_recordset(null::workflow_step_attempt, ${list}) as entry where entry.run_id in (select id from ${after})`
}

/**
 * Tokens of one life of a run: one that is resumed by request, or whose order is released,
 * continues with the first token of the next life, and may be taken over as often as before.
 */
export const TOKENS_PER_LIFE = 1_000
/** The first token of the next life of a run. */
export const tokenOfNextLife = `(fencing_token / ${TOKENS_PER_LIFE} + 1) * ${TOKENS_PER_LIFE} + 1`

/**
 * Wakes the held runs of orders: they are taken over as those of a process that died, the
 * first one first. The orders must be locked, and their release be written before
 * (holds.md#release).
 */
export const wakeHeldRuns = statement({
  name: 'runs-wake-held',
  text: `update workflow_run set state = 'Running', lease_until = least(started, now()), fencing_token = ${tokenOfNextLife}
    where order_id = any($1) and state = 'Held'`,
  parameters: [Sql.list(Sql.text)],
  row: {},
})

/** The number of the next attempt of a step. */
export function nextAttempt(runId: string, stepId: string): string {
  return `1 + (select count(*)::int from workflow_step_attempt as earlier where earlier.run_id = ${runId} and earlier.step_id = ${stepId})`
}
