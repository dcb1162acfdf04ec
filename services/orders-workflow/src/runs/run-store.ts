import { DomainError } from '@open-oms/contracts/errors'
import { gatheredOn } from '@open-oms/service-kit/database/batch-runner'
import type { Database } from '@open-oms/service-kit/database/database'
import { expectsOne } from '@open-oms/service-kit/database/expects-one'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { CallFailure } from '../connectors/http/call-failure.ts'
import type { PlannedStep } from '../order/rules/status/workflow-plan.ts'
import type { StepResult, WorkflowRun } from '../order/rules/status/workflow-run.ts'
import { attemptRows, attemptsInsert, LEASE_SECONDS, nextAttempt } from './run-statements.ts'

type Queries = Pick<Database, 'query'>

/** When a lease that begins now ends. */
export const lease = `now() + interval '${LEASE_SECONDS} seconds'`

// SQL: part of every step of a run (ADR 49).
const findOtherCalls = statement({
  name: 'run-other-calls',
  text: 'select from workflow_step_attempt where open_for = $1 and run_id is distinct from $2',
  parameters: [Sql.text, Sql.nullable(Sql.uuid)],
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
 * Whether this process holds the run `r`, of which it knows id and fencing token: the guard of
 * every statement by which a process continues with its runs (workflow.md#durability).
 */
function isHeld(id: string, fencingToken: string): string {
  return `r.id = ${id} and r.fencing_token = ${fencingToken} and r.state = 'Running'`
}

export type AttemptInput = {
  step: PlannedStep
  input: unknown
  /** The version of the order that the input was decided on. */
  versionNumber: number
}

const openCalls = statement({
  name: 'run-open-attempts',
  text: `with
      -- the calls
      wanted as (
        select * from json_to_recordset($1::json) as w
          (run_id uuid, fencing_token integer, step_id text, action_type text, input json, order_id text, version_number integer)
      ),
      -- the orders at the versions that the steps were decided for; their rows stay as they are until the commit
      decided as (
        select o.id from wanted as w join "order" as o on o.id = w.order_id and o.version_number = w.version_number
        order by o.id for share of o skip locked
      ),
      -- the runs with a new lease, if this process holds them
      held as (
        update workflow_run as r set lease_until = ${lease} from wanted as w
        where ${isHeld('w.run_id', 'w.fencing_token')} and w.order_id in (select id from decided)
        returning r.id
      )
      insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
      select run_id, step_id, ${nextAttempt('wanted.run_id', 'wanted.step_id')}, order_id, action_type, input, now(), order_id
      from wanted where run_id in (select id from held)
      returning run_id`,
  parameters: [Sql.json],
  row: { run_id: Sql.uuid },
})

const openTogether = gatheredOn(async (database, asked: readonly (AttemptInput & { run: WorkflowRun })[]) => {
  const wanted = asked.map(({ run, step, input, versionNumber }) => ({
    ...{ run_id: run.id, fencing_token: run.fencingToken, order_id: run.orderId },
    ...{ step_id: step.id, action_type: step.name, input, version_number: versionNumber },
  }))
  const opened = new Set((await openCalls.on(database, JSON.stringify(wanted))).map(({ run_id }) => run_id))
  return asked.map(({ run }) => opened.has(run.id))
})

/**
 * Opens the attempt of an outside call and keeps what it asks for; those that come together are
 * opened together. `busy`: another call of the same order is under way. `stale`: the order has
 * changed since the input was decided on, or is being changed, or another process has taken the run
 * over. The order's row is locked first, as by every write, so that a call that ends at this moment
 * is seen either as under way or with its effect.
 */
export async function openAttempt(
  database: Queries,
  run: WorkflowRun,
  opening: AttemptInput,
): Promise<'open' | 'busy' | 'stale'> {
  const isOpen = await openTogether(database, { ...opening, run }).catch((error: unknown) => {
    if ((error as { constraint?: unknown }).constraint === 'workflow_step_attempt_open_for_key') return null
    throw error
  })
  if (isOpen === null) return 'busy'
  return isOpen ? 'open' : 'stale'
}

const writeProgress = statement({
  name: 'run-save-progress',
  text: `with
    -- the runs with their new state, if this process holds them
    held as (
      update workflow_run as r set state = p.state, finished = case when p.state in ('Finished', 'Aborted') then p.finished end,
        lease_until = case when p.state = 'Running' then ${lease} end, next = p.next,
        waiting = p.waiting, next_attempt = case when p.state = 'Waiting' then p.next_attempt end, plan = coalesce(p.plan, r.plan)
      from json_to_recordset($1::json) as p (
        id uuid, fencing_token integer, state text, finished timestamptz, next json, waiting json, next_attempt timestamptz, plan json
      ) where ${isHeld('p.id', 'p.fencing_token')} and ${expectsOne('p.fencing_token')} returning r.id
    ),
    -- the outcomes of external calls that were open
    closed as (
      update workflow_step_attempt as a set action_status = c.action_status, error_reason = c.error_reason, message = c.message,
        reason_class = c.reason_class, finished = c.finished, open_for = null
      from json_populate_recordset(null::workflow_step_attempt, $2::json) as c
      where a.run_id = c.run_id and a.step_id = c.step_id and a.finished is null and ${expectsOne('c.attempt')}
        and c.run_id in (select id from held)
    ),
    -- the attempts of steps that needed no external call
    added as (${attemptsInsert('$3::json', 'held')})
    select id from held`,
  parameters: [Sql.json, Sql.json, Sql.json],
  row: { id: Sql.uuid },
})

/** Where a write leaves a run of its order. */
export type RunProgress = {
  run: WorkflowRun
  /** The outcome of the open attempt. */
  closed: StepResult | null
  /** The results of steps that needed no attempt. */
  added: readonly StepResult[]
  /** Whether the run has got a further step. */
  isPlanChanged: boolean
}

/**
 * Writes the progress of runs: their states, their results, and their plans where those have
 * changed. Returns the ids of those written; the others were taken over by another process.
 */
export async function saveProgress(tx: Transaction, reached: readonly RunProgress[]): Promise<ReadonlySet<string>> {
  if (reached.length === 0) return new Set()
  const runs = reached.map(({ run, isPlanChanged }) => ({
    ...{ id: run.id, fencing_token: run.fencingToken, state: run.state, next: run.next },
    finished: run.results.at(-1)?.finished ?? run.started,
    waiting: run.waiting.length === 0 ? null : run.waiting,
    next_attempt: nextAttemptTime(run),
    plan: isPlanChanged ? run.steps : null,
  }))
  const closed = reached.flatMap(({ run, closed }) => attemptRows(run, closed === null ? [] : [closed]))
  const added = reached.flatMap(({ run, added }) => attemptRows(run, added))
  const rows = await writeProgress.on(tx, JSON.stringify(runs), JSON.stringify(closed), JSON.stringify(added))
  return new Set(rows.map(({ id }) => id))
}

/** When the next step of a waiting run is tried again, ISO 8601 UTC; null when none is. */
function nextAttemptTime({ waiting }: Pick<WorkflowRun, 'waiting'>): string | null {
  return waiting.map(({ nextAttempt }) => nextAttempt).reduce<string | null>((a, b) => (a !== null && a < b ? a : b), null)
}

// SQL: the runner is simulated by the names of its statements (ADR 172).
const findThere = statement({
  name: 'run-there',
  text: 'select from workflow_run where id = $1',
  parameters: [Sql.uuid],
  row: {},
})

/**
 * The error of a process that does not hold a run any more: `NotFound` when its order was purged,
 * else `Unavailable`, since another process has taken the run over.
 */
export async function runLostError(database: Queries, run: WorkflowRun): Promise<DomainError> {
  // A run goes with its order.
  if ((await findThere.on(database, run.id)).length === 0)
    return new DomainError('NotFound', `Order "${run.orderId}" was purged.`)
  return new DomainError('Unavailable', 'Another process has taken this workflow run over.', { retryAfterSeconds: 1 })
}

const extendLeases = statement({
  name: 'run-renew-leases',
  text: `update workflow_run as r set lease_until = ${lease} from unnest($1::uuid[], $2::integer[]) as h (id, fencing_token)
    where ${isHeld('h.id', 'h.fencing_token')} and ${expectsOne('h.fencing_token')} returning r.id`,
  parameters: [Sql.list(Sql.uuid), Sql.list(Sql.integer)],
  row: { id: Sql.uuid },
})

const renewTogether = gatheredOn(async (database, runs: readonly WorkflowRun[]) => {
  const ids = runs.map(({ id }) => id)
  const tokens = runs.map(({ fencingToken }) => fencingToken)
  const renewed = new Set((await extendLeases.on(database, ids, tokens)).map(({ id }) => id))
  return ids.map((id) => renewed.has(id))
})

/**
 * Keeps the run with this process for another while; renewals that come together are one statement.
 * False when another process has taken it over.
 */
export function renewLease(database: Queries, run: WorkflowRun): Promise<boolean> {
  return renewTogether(database, run)
}

const reopenCall = statement({
  name: 'run-retry-attempt',
  text: `with
    -- the run with a new lease, if this process holds it
    held as (
      update workflow_run as r set lease_until = ${lease} where ${isHeld('$1', '$2')} returning r.id
    ),
    -- the attempt that had no response
    closed as (
      update workflow_step_attempt set action_status = 'Error', error_reason = $4, reason_class = $5, finished = now(), open_for = null, is_retried = true
      where run_id = $1 and step_id = $3 and finished is null and exists (select from held)
      returning run_id, step_id, attempt, order_id, action_type, input
    )
    insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
    select run_id, step_id, attempt + 1, order_id, action_type, input, now(), order_id from closed returning run_id`,
  parameters: [Sql.uuid, Sql.integer, Sql.text, Sql.text, Sql.text],
  row: { run_id: Sql.uuid },
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
