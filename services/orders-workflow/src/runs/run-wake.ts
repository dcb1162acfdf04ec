import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { WorkflowRun } from '../order/rules/status/workflow-run.ts'
import { runColumns, runRow, type StoredRun, storedRuns } from './run-rows.ts'
import { tokenOfNextLife } from './run-statements.ts'
import { lease } from './run-store.ts'

type Queries = Pick<Database, 'query'>

/**
 * Of each order the run that is due first, where no other run is under way. The order's row is
 * locked with it, and one that someone holds is left for later: a request that has locked an order
 * finds its waiting runs as they are. The inner selects are look-ups for each run that is due: as
 * joins they would read all orders and runs that there are.
 */
const due = `select r.id from workflow_run as r
    cross join lateral (select from "order" as o where o.id = r.order_id for no key update skip locked) as locked
    where r.state = 'Waiting' and r.next_attempt <= now() and (select not exists (
      select from workflow_run as other where other.order_id = r.order_id and other.id <> r.id and (
        other.state = 'Running' or (other.state = 'Waiting' and (other.next_attempt, other.id) < (r.next_attempt, r.id))
      )
    ))
    order by r.next_attempt limit $1 for no key update of r skip locked`

const wake = statement({
  name: 'run-wake',
  text: `with
    -- the due runs, held by this process
    woken as (
      update workflow_run set state = 'Running', lease_until = ${lease}, next_attempt = null, fencing_token = ${tokenOfNextLife}
      where id in (${due}) returning ${runColumns}
    ),
    -- the results of their due steps, which count no longer
    tried as (
      update workflow_step_attempt as a set is_retried = true
      from woken as w, json_array_elements(w.waiting) as item (step)
      where a.run_id = w.id and a.step_id = step ->> 'stepId' and a.finished is not null
        and (step ->> 'nextAttempt')::timestamptz <= now()
    )
    select ${runColumns} from woken`,
  parameters: [Sql.bigint],
  row: runRow,
})

/**
 * Brings waiting runs whose time has come back to Running, held by this process, without the
 * results of the steps that are due (workflow.md#waiting-runs).
 */
export async function wakeRuns(database: Queries, countMax: number): Promise<StoredRun[]> {
  const rows = await wake.on(database, countMax)
  return storedRuns(database, rows)
}

const endWaiting = statement({
  name: 'run-end-waiting',
  text: `update workflow_run set state = e.state, finished = e.finished, next = e.next, waiting = null, next_attempt = null
    from json_to_recordset($1::json) as e (id uuid, state text, next json, finished timestamptz)
    where workflow_run.id = e.id and workflow_run.state = 'Waiting' returning workflow_run.id`,
  parameters: [Sql.json],
  row: { id: Sql.uuid },
})

/** A run that has ended, and when, ISO 8601 UTC. */
export type EndedRun = { run: WorkflowRun; time: string }

/** Writes the end of runs that wait no longer. Their order must be locked. */
export async function endWaitingRuns(tx: Pick<Transaction, 'query'>, ended: readonly EndedRun[]): Promise<void> {
  if (ended.length === 0) return
  await endWaiting.on(
    tx,
    JSON.stringify(ended.map(({ run: { id, state, next }, time }) => ({ id, state, next, finished: time }))),
  )
}

const countWaiting = statement({
  name: 'run-count-waiting',
  text: `select waiting -> 0 ->> 'reasonClass' as reason_class, waiting -> 0 ->> 'connector' as connector, count(*)::int as count,
      extract(epoch from now() - min((waiting -> 0 ->> 'since')::timestamptz))::float as oldest_seconds
    from workflow_run where state = 'Waiting' and next_attempt is not null group by 1, 2`,
  parameters: [],
  row: {
    reason_class: Sql.nullable(Sql.text),
    connector: Sql.nullable(Sql.text),
    count: Sql.integer,
    oldest_seconds: Sql.nullable(Sql.double),
  },
})

export type WaitingCount = { reasonClass: string; connector: string; count: number; oldestSeconds: number }

/**
 * How many runs wait, and how long the oldest of each kind has, by why their first step failed and
 * at which connector.
 */
export async function countWaitingRuns(database: Queries): Promise<WaitingCount[]> {
  const rows = await countWaiting.on(database)
  return rows.map(({ reason_class, connector, count, oldest_seconds }) => ({
    reasonClass: reason_class ?? '',
    connector: connector ?? '',
    count,
    oldestSeconds: oldest_seconds ?? 0,
  }))
}
