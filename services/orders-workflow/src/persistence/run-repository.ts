import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PlannedStep } from '../domain/workflow-plan.ts'
import type { ActionStatus, RunState, StepResult, WorkflowRun } from '../domain/workflow-run.ts'
import { attemptRows, attemptsInsert, LEASE_SECONDS, runInsert, runParameter } from './run-statements.ts'

type Queries = Pick<Database, 'query'>

/** A run begins with fencing token 1, and each take-over adds 1. */
const TAKE_OVERS_MAX = 10

/** An outside call whose outcome is not known yet, with what it asks for. */
export type OpenAttempt = { stepId: string; input: unknown; started: string }

const lease = `now() + interval '${LEASE_SECONDS} seconds'`

/** Writes a run that has just begun, in the transaction of the status it is for. */
export async function insertRun(tx: Transaction, run: WorkflowRun): Promise<void> {
  const text = `with entered as (select id from "order" where id = $2), ${runInsert(1, 'entered')} select id from begun`
  await tx.query({ name: 'run-insert', text, values: [runParameter(run), run.orderId] })
}

export type Opening = {
  step: PlannedStep
  input: unknown
  /** The version of the order that the input was decided on. */
  versionNumber: number
}

/**
 * Opens the attempt of an outside call and keeps what it asks for. `busy`: another call of the same order is under way. `stale`:
 * the order has changed since the input was decided on, or another process has taken the run over. The order's row is locked
 * first, as by every write, so that a call that ends at this moment is seen either as under way or with its effect.
 */
export async function openAttempt(
  database: Queries,
  run: WorkflowRun,
  { step, input, versionNumber }: Opening,
): Promise<'open' | 'busy' | 'stale'> {
  const rows = await database
    .query({
      name: 'run-open-attempt',
      text: `with decided as (
          select id from "order" where id = $6 and version_number = $7 for share
        ), held as (
          update workflow_run set lease_until = ${lease}
          where id = $1 and fencing_token = $2 and state = 'Running' and exists (select from decided) returning id, order_id
        )
        insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
        select id, $3, 1 + (select count(*) from workflow_step_attempt where run_id = $1 and step_id = $3), order_id, $4, $5::json, now(), order_id from held
        returning run_id`,
      values: [run.id, run.fencingToken, step.id, step.name, JSON.stringify(input), run.orderId, versionNumber],
    })
    .catch((error: unknown) => {
      if ((error as { constraint?: unknown }).constraint === 'workflow_step_attempt_open_for_key') return null
      throw error
    })
  if (rows === null) return 'busy'
  return rows.length > 0 ? 'open' : 'stale'
}

/**
 * Writes what became known of a run: its state, the outcome of its open attempt and the results of steps that needed none. False, and
 * nothing written, when another process has taken the run over.
 */
export async function saveProgress(
  tx: Transaction,
  run: WorkflowRun,
  { closed, added }: { closed: StepResult | null; added: readonly StepResult[] },
): Promise<boolean> {
  const rows = await tx.query({
    name: 'run-save-progress',
    text: `with held as (
        update workflow_run set state = $3, finished = case when $3 <> 'Running' then $4::timestamptz end,
          lease_until = case when $3 = 'Running' then ${lease} end
        where id = $1 and fencing_token = $2 and state = 'Running' returning id
      ), closed as (
        update workflow_step_attempt as a set action_status = c.action_status, error_reason = c.error_reason, message = c.message, finished = c.finished,
          open_for = null
        from json_populate_recordset(null::workflow_step_attempt, $5::json) as c
        where a.run_id = $1 and a.step_id = c.step_id and a.finished is null and exists (select from held)
      ), added as (${attemptsInsert('$6::json', 'held')})
      select id from held`,
    values: [
      run.id,
      run.fencingToken,
      run.state,
      run.results.at(-1)?.finished ?? run.started,
      JSON.stringify(attemptRows(run, closed === null ? [] : [closed])),
      JSON.stringify(attemptRows(run, added)),
    ],
  })
  return rows.length > 0
}

/** Keeps the run with this process for another while. False when another process has taken it over. */
export async function renewLease(database: Queries, run: WorkflowRun): Promise<boolean> {
  const rows = await database.query({
    name: 'run-renew-lease',
    text: `update workflow_run set lease_until = ${lease} where id = $1 and fencing_token = $2 and state = 'Running' returning id`,
    values: [run.id, run.fencingToken],
  })
  return rows.length > 0
}

type RunRow = {
  id: string
  order_id: string
  shipment_id: string | null
  return_id: string | null
  status: string
  state: RunState
  started: Date
  started_by: string | null
  plan: string
  fencing_token: number
}
type AttemptRow = {
  run_id: string
  step_id: string
  action_type: string
  action_status: ActionStatus | null
  error_reason: string | null
  message: string | null
  input: string | null
  started: Date
  finished: Date | null
}

/** A run that this process now holds, with the call that was under way when its process died. */
export type HeldRun = { run: WorkflowRun; open: OpenAttempt | null }

/**
 * Gives up runs that were taken over so often without coming to an end that another try would not help: they are Interrupted until
 * somebody resumes them, and hold back no other call of their order. Answers their ids.
 */
export async function interruptRuns(database: Queries): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'run-interrupt',
    text: `with given_up as (
        update workflow_run set state = 'Interrupted', lease_until = null
        where state = 'Running' and lease_until < now() and fencing_token > $1 returning id
      ), freed as (
        update workflow_step_attempt set open_for = null where run_id in (select id from given_up) and open_for is not null
      )
      select id from given_up`,
    values: [TAKE_OVERS_MAX],
  })
  return rows.map(({ id }) => id)
}

/** Takes over runs whose process has been silent for longer than its lease, the longest silent first (4-decisions F.10). */
export async function takeOverRuns(database: Queries, countMax: number): Promise<HeldRun[]> {
  const rows = await database.query<RunRow>({
    name: 'run-take-over',
    text: `update workflow_run set fencing_token = fencing_token + 1, lease_until = ${lease}
      where id in (
        select id from workflow_run where state = 'Running' and lease_until < now() order by lease_until limit $1 for update skip locked
      )
      returning id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token`,
    values: [countMax],
  })
  if (rows.length === 0) return []
  const attempts = await database.query<AttemptRow>({
    name: 'run-attempts',
    text: `select run_id, step_id, action_type, action_status, error_reason, message, input, started, finished
      from workflow_step_attempt where run_id = any($1::uuid[]) order by started, attempt`,
    values: [rows.map((row) => row.id)],
  })
  return rows.map((row) =>
    heldRun(
      row,
      attempts.filter((attempt) => attempt.run_id === row.id),
    ),
  )
}

function heldRun(row: RunRow, attempts: readonly AttemptRow[]): HeldRun {
  const open = attempts.find((attempt) => attempt.finished === null)
  const steps = JSON.parse(row.plan) as PlannedStep[]
  const place = (result: StepResult) => steps.findIndex((step) => step.id === result.stepId)
  return {
    run: {
      id: row.id,
      orderId: row.order_id,
      shipmentId: row.shipment_id,
      returnId: row.return_id,
      status: row.status,
      state: row.state,
      started: row.started.toISOString(),
      startedBy: row.started_by,
      steps,
      fencingToken: row.fencing_token,
      results: attempts.flatMap(resultOfAttempt).sort((a, b) => place(a) - place(b)),
    },
    open:
      open === undefined
        ? null
        : { stepId: open.step_id, input: JSON.parse(open.input as string), started: open.started.toISOString() },
  }
}

function resultOfAttempt(attempt: AttemptRow): StepResult[] {
  if (attempt.finished === null || attempt.action_status === null) return []
  return [
    {
      stepId: attempt.step_id,
      actionType: attempt.action_type,
      actionStatus: attempt.action_status,
      errorReason: attempt.error_reason,
      message: attempt.message,
      started: attempt.started.toISOString(),
      finished: attempt.finished.toISOString(),
    },
  ]
}
