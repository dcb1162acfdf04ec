import type { ActionStatus } from '@open-oms/contracts/config/order-types'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { PlannedStep } from '../order/rules/status/workflow-plan.ts'
import type { FollowUp, RunState, StepResult, WaitingStep, WorkflowRun } from '../order/rules/status/workflow-run.ts'

/** The row of a run that `storedRun` reads. */
export const runRow = {
  id: Sql.uuid,
  order_id: Sql.text,
  shipment_id: Sql.nullable(Sql.text),
  return_id: Sql.nullable(Sql.text),
  status: Sql.text,
  state: Sql.oneOf<RunState>(),
  started: Sql.timestamptz,
  started_by: Sql.nullable(Sql.text),
  plan: Sql.json,
  fencing_token: Sql.integer,
  transition_count: Sql.integer,
  next: Sql.json,
  waiting: Sql.nullable(Sql.json),
}
export type RunRow = RowOf<typeof runRow>
export const runColumns = Object.keys(runRow).join(', ')

const attemptRow = {
  run_id: Sql.uuid,
  step_id: Sql.text,
  attempt: Sql.integer,
  action_type: Sql.text,
  action_status: Sql.nullable(Sql.oneOf<ActionStatus>()),
  error_reason: Sql.nullable(Sql.text),
  message: Sql.nullable(Sql.text),
  reason_class: Sql.nullable(Sql.text),
  input: Sql.nullable(Sql.json),
  started: Sql.timestamptz,
  finished: Sql.nullable(Sql.timestamptz),
  is_retried: Sql.boolean,
}
export type AttemptRow = RowOf<typeof attemptRow>

/** An external call whose outcome is not known yet, with its request. */
export type OpenAttempt = {
  stepId: string
  /** Counted from 1; the attempts before had no response. */
  attempt: number
  input: unknown
  started: string
}

/** A run as it is stored, whichever process holds it, with its open external call; null: none. */
export type StoredRun = { run: WorkflowRun; open: OpenAttempt | null }

const findAttempts = statement({
  name: 'run-attempts',
  text: `select ${Object.keys(attemptRow).join(', ')}
    from workflow_step_attempt where run_id = any($1::uuid[]) order by started, attempt`,
  parameters: [Sql.list(Sql.uuid)],
  row: attemptRow,
})

/** The attempts of runs, oldest first. */
export function readAttempts(database: Pick<Database, 'query'>, runIds: readonly string[]): Promise<AttemptRow[]> {
  return findAttempts.on(database, runIds)
}

/** The run of a row with the attempts of its steps, oldest first. */
export function storedRun(row: RunRow, attempts: readonly AttemptRow[]): StoredRun {
  const open = attempts.find((attempt) => attempt.finished === null)
  const steps = JSON.parse(row.plan) as PlannedStep[]
  const findStepIndex = (result: StepResult) => steps.findIndex((step) => step.id === result.stepId)
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
      transitionCount: row.transition_count,
      next: JSON.parse(row.next) as FollowUp[],
      waiting: JSON.parse(row.waiting ?? '[]') as WaitingStep[],
      results: attempts.flatMap(resultOfAttempt).sort((a, b) => findStepIndex(a) - findStepIndex(b)),
    },
    open:
      open === undefined
        ? null
        : {
            stepId: open.step_id,
            attempt: open.attempt,
            input: JSON.parse(open.input ?? 'null'),
            started: open.started.toISOString(),
          },
  }
}

/** The runs of rows with the attempts of their steps. */
export async function storedRuns(database: Pick<Database, 'query'>, rows: readonly RunRow[]): Promise<StoredRun[]> {
  if (rows.length === 0) return []
  const attempts = await readAttempts(
    database,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    storedRun(
      row,
      attempts.filter((attempt) => attempt.run_id === row.id),
    ),
  )
}

function resultOfAttempt(attempt: AttemptRow): StepResult[] {
  if (attempt.finished === null || attempt.action_status === null || attempt.is_retried) return []
  return [
    {
      stepId: attempt.step_id,
      actionType: attempt.action_type,
      actionStatus: attempt.action_status,
      errorReason: attempt.error_reason,
      message: attempt.message,
      reasonClass: attempt.reason_class,
      started: attempt.started.toISOString(),
      finished: attempt.finished.toISOString(),
    },
  ]
}
