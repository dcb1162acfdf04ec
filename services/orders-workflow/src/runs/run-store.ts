import type { Database } from '@oms/service-kit/database/database'
import { integer, json, list, nullable, statement, text, timestamptzText, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { CallFailure } from '../connectors/http/call-failure.ts'
import { usePrisma } from '../database/use-prisma.ts'
import { attemptRows, attemptsInsert, LEASE_SECONDS, nextAttempt } from '../order/rows/run-statements.ts'
import type { PlannedStep, StepsRun } from '../order/status/workflow-plan.ts'
import type { StepResult, WorkflowRun } from '../order/status/workflow-run.ts'

type Queries = Pick<Database, 'query'>

/** When a lease that begins now ends. */
export const lease = `now() + interval '${LEASE_SECONDS} seconds'`

const findOtherCalls = statement({
  name: 'run-other-calls',
  text: 'select from workflow_step_attempt where open_for = $1 and run_id is distinct from $2',
  parameters: [text, nullable(uuid)],
  row: {},
})

/**
 * Whether a run of the order, other than the one named, has an open external call. The order must
 * be locked: then none can begin.
 */
export async function isCallOpen(tx: Pick<Transaction, 'query'>, orderId: string, ownRunId: string | null): Promise<boolean> {
  const rows = await findOtherCalls.on(tx, orderId, ownRunId)
  return rows.length > 0
}

/**
 * Changes the run $1 while this process holds it, with the fencing token $2: the beginning of every
 * statement by which a process goes on with its run (workflow.md#durability).
 */
function updateHeld(changes: string): string {
  return `update workflow_run set ${changes} where id = $1 and fencing_token = $2 and state = 'Running'`
}

export type Opening = {
  step: PlannedStep
  input: unknown
  /** The version of the order that the input was decided on. */
  versionNumber: number
}

const openCall = statement({
  name: 'run-open-attempt',
  text: `with
      -- the order at the version that the step was decided for; its row stays as it is until the commit
      decided as (
        select id from "order" where id = $6 and version_number = $7 for share
      ),
      -- the run with a new lease, if this process holds it
      held as (
        ${updateHeld(`lease_until = ${lease}`)} and exists (select from decided) returning id, order_id
      )
      insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
      select id, $3, ${nextAttempt('$1', '$3')}, order_id, $4, $5::json, now(), order_id from held
      returning run_id`,
  parameters: [uuid, integer, text, text, json, text, integer],
  row: { run_id: uuid },
})

/**
 * Opens the attempt of an outside call and keeps what it asks for. `busy`: another call of the same
 * order is under way. `stale`: the order has changed since the input was decided on, or another
 * process has taken the run over. The order's row is locked first, as by every write, so that a
 * call that ends at this moment is seen either as under way or with its effect.
 */
export async function openAttempt(
  database: Queries,
  run: WorkflowRun,
  { step, input, versionNumber }: Opening,
): Promise<'open' | 'busy' | 'stale'> {
  const rows = await openCall
    .on(database, run.id, run.fencingToken, step.id, step.name, JSON.stringify(input), run.orderId, versionNumber)
    .catch((error: unknown) => {
      if ((error as { constraint?: unknown }).constraint === 'workflow_step_attempt_open_for_key') return null
      throw error
    })
  if (rows === null) return 'busy'
  return rows.length > 0 ? 'open' : 'stale'
}

const writeProgress = statement({
  name: 'run-save-progress',
  text: `with
    -- the run with its new state, if this process holds it
    held as (
      ${updateHeld(`state = $3, finished = case when $3 in ('Finished', 'Aborted') then $4::timestamptz end,
        lease_until = case when $3 = 'Running' then ${lease} end, next = $7::json,
        waiting = $8::json, next_attempt = case when $3 = 'Waiting' then $9::timestamptz end,
        plan = coalesce($10::json, plan)`)} returning id
    ),
    -- the outcomes of external calls that were open
    closed as (
      update workflow_step_attempt as a set action_status = c.action_status, error_reason = c.error_reason, message = c.message,
        reason_class = c.reason_class, finished = c.finished, open_for = null
      from json_populate_recordset(null::workflow_step_attempt, $5::json) as c
      where a.run_id = $1 and a.step_id = c.step_id and a.finished is null and exists (select from held)
    ),
    -- the attempts of steps that needed no external call
    added as (${attemptsInsert('$6::json', 'held')})
    select id from held`,
  parameters: [uuid, integer, text, timestamptzText, json, json, json, nullable(json), nullable(timestamptzText), nullable(json)],
  row: { id: uuid },
})

export type RunProgress = {
  /** The outcome of the open attempt. */
  closed: StepResult | null
  /** The results of steps that needed no attempt. */
  added: readonly StepResult[]
  /** Whether the run has got a further step. */
  isPlanChanged: boolean
}

/**
 * Writes the progress of a run: its state, its results, and its plan where that has changed. False,
 * and nothing written, when another process has taken the run over.
 */
export async function saveProgress(
  tx: Transaction,
  run: WorkflowRun,
  { closed, added, isPlanChanged }: RunProgress,
): Promise<boolean> {
  const rows = await writeProgress.on(
    tx,
    run.id,
    run.fencingToken,
    run.state,
    run.results.at(-1)?.finished ?? run.started,
    JSON.stringify(attemptRows(run, closed === null ? [] : [closed])),
    JSON.stringify(attemptRows(run, added)),
    JSON.stringify(run.next),
    run.waiting.length === 0 ? null : JSON.stringify(run.waiting),
    nextAttemptOf(run),
    isPlanChanged ? JSON.stringify(run.steps) : null,
  )
  return rows.length > 0
}

/** When the next step of a waiting run is tried again, ISO 8601 UTC; null when none is. */
function nextAttemptOf({ waiting }: Pick<WorkflowRun, 'waiting'>): string | null {
  return waiting.map(({ nextAttempt }) => nextAttempt).reduce<string | null>((a, b) => (a !== null && a < b ? a : b), null)
}

/** Whether a run still exists: it goes with its order. */
export async function isRunThere(database: Pick<Database, 'execute'>, runId: string): Promise<boolean> {
  const run = { where: { id: runId }, select: { id: true } }
  return (await usePrisma(database, (prisma) => prisma.workflowRun.findUnique(run))) !== null
}

const extendLease = statement({
  name: 'run-renew-lease',
  text: `${updateHeld(`lease_until = ${lease}`)} returning id`,
  parameters: [uuid, integer],
  row: { id: uuid },
})

/**
 * Keeps the run with this process for another while. False when another process has taken it over.
 */
export async function renewLease(database: Queries, run: WorkflowRun): Promise<boolean> {
  const rows = await extendLease.on(database, run.id, run.fencingToken)
  return rows.length > 0
}

const reopenCall = statement({
  name: 'run-retry-attempt',
  text: `with
    -- the run with a new lease, if this process holds it
    held as (
      ${updateHeld(`lease_until = ${lease}`)} returning id
    ),
    -- the attempt that had no response
    closed as (
      update workflow_step_attempt set action_status = 'Error', error_reason = $4, reason_class = $5, finished = now(), open_for = null, is_retried = true
      where run_id = $1 and step_id = $3 and finished is null and exists (select from held)
      returning run_id, step_id, attempt, order_id, action_type, input
    )
    insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
    select run_id, step_id, attempt + 1, order_id, action_type, input, now(), order_id from closed returning run_id`,
  parameters: [uuid, integer, text, text, text],
  row: { run_id: uuid },
})

/**
 * Closes the open attempt of a call without a response and opens the next one, which asks for
 * exactly the same. False, and nothing written, when another process has taken the run over.
 */
export async function retryAttempt(
  database: Queries,
  run: WorkflowRun,
  { step, failure }: { step: PlannedStep; failure: Pick<CallFailure, 'reason' | 'reasonClass'> },
): Promise<boolean> {
  const rows = await reopenCall.on(database, run.id, run.fencingToken, step.id, failure.reason, failure.reasonClass)
  return rows.length > 0
}

const findStepsRun = statement({
  name: 'run-steps-of-shipments',
  text: `select shipment_id, array_agg(distinct step_id) as step_ids from (
      select r.shipment_id, step ->> 'id' as step_id from workflow_run as r, json_array_elements(r.plan) as step
      where r.order_id = $1 and r.shipment_id is not null and r.state in ('Running', 'Waiting', 'Held', 'Finished')
      union all
      select r.shipment_id, a.step_id from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
      where r.order_id = $1 and r.shipment_id is not null and a.action_status is not null
    ) as steps group by shipment_id`,
  parameters: [text],
  // Both parts of the union leave runs without a shipment out.
  row: { shipment_id: text, step_ids: list(text) },
})

/**
 * The steps that have run for each shipment of an order, or are about to
 * (workflow.md#order-status-from-shipments).
 */
export async function readStepsRun(tx: Pick<Transaction, 'query'>, orderId: string): Promise<StepsRun> {
  const rows = await findStepsRun.on(tx, orderId)
  return new Map(rows.map((row) => [row.shipment_id, new Set(row.step_ids)]))
}
