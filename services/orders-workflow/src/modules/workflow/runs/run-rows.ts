import type { Database } from '@oms/service-kit/database/database'
import type { PlannedStep } from '../../../order/status/workflow-plan.ts'
import type { ActionStatus, FollowUp, RunState, StepResult, WorkflowRun } from '../../../order/status/workflow-run.ts'

/** The columns of a run that `heldRun` reads. */
export const heldColumns =
  'id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token, hops, next'

/** An external call whose outcome is not known yet, with its request. */
export type OpenAttempt = {
  stepId: string
  /** Counted from 1; the attempts before had no response. */
  attempt: number
  input: unknown
  started: string
}

export type RunRow = {
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
  hops: number
  next: string
}
export type AttemptRow = {
  run_id: string
  step_id: string
  attempt: number
  action_type: string
  action_status: ActionStatus | null
  error_reason: string | null
  message: string | null
  input: string | null
  started: Date
  finished: Date | null
  is_retried: boolean
}

/** A run that this process now holds, with the call that was under way when its process died. */
export type HeldRun = { run: WorkflowRun; open: OpenAttempt | null }

/** The attempts of runs, oldest first. */
export function readAttempts(database: Pick<Database, 'query'>, runIds: readonly string[]): Promise<AttemptRow[]> {
  return database.query<AttemptRow>({
    name: 'run-attempts',
    text: `select run_id, step_id, attempt, action_type, action_status, error_reason, message, input, started, finished, is_retried
      from workflow_step_attempt where run_id = any($1::uuid[]) order by started, attempt`,
    values: [runIds],
  })
}

/** The run of a row with the attempts of its steps, oldest first. */
export function heldRun(row: RunRow, attempts: readonly AttemptRow[]): HeldRun {
  const open = attempts.find((attempt) => attempt.finished === null)
  const steps = JSON.parse(row.plan) as PlannedStep[]
  const indexOf = (result: StepResult) => steps.findIndex((step) => step.id === result.stepId)
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
      transitionCount: row.hops,
      next: JSON.parse(row.next) as FollowUp[],
      results: attempts.flatMap(resultOfAttempt).sort((a, b) => indexOf(a) - indexOf(b)),
    },
    open:
      open === undefined
        ? null
        : {
            stepId: open.step_id,
            attempt: open.attempt,
            input: JSON.parse(open.input as string),
            started: open.started.toISOString(),
          },
  }
}

/** The runs of rows with the attempts of their steps. */
export async function heldRuns(database: Pick<Database, 'query'>, rows: readonly RunRow[]): Promise<HeldRun[]> {
  if (rows.length === 0) return []
  const attempts = await readAttempts(
    database,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    heldRun(
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
      started: attempt.started.toISOString(),
      finished: attempt.finished.toISOString(),
    },
  ]
}
