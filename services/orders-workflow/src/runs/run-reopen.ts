import { invariant } from '@open-oms/contracts/errors'
import { isUuid } from '@open-oms/contracts/uuid'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { RunState } from '../order/rules/status/workflow-run.ts'
import { readAttempts, runColumns, runRow, type StoredRun, storedRun } from './run-rows.ts'
import { tokenOfNextLife } from './run-statements.ts'
import { lease } from './run-store.ts'

const lockAndRead = statement({
  name: 'run-reopen-read',
  text: `select ${runColumns} from workflow_run where id = $1 and order_id = $2 for update`,
  parameters: [Sql.uuid, Sql.text],
  row: runRow,
})

/**
 * A run of an order as it is stored, locked until the transaction ends; null when the order has no
 * such run.
 */
export async function lockRun(
  tx: Transaction,
  { runId, orderId }: { runId: string; orderId: string },
): Promise<StoredRun | null> {
  if (!isUuid(runId)) return null
  const [row] = await lockAndRead.on(tx, runId, orderId)
  return row === undefined ? null : storedRun(row, await readAttempts(tx, [runId]))
}

const running: RunState = 'Running'

const reopen = statement({
  name: 'run-reopen',
  text: `with
    -- the run, held by this process in its next life
    reopened as (
      update workflow_run set state = '${running}', finished = null, lease_until = ${lease},
        fencing_token = ${tokenOfNextLife}, waiting = $3::json, next_attempt = null
      where id = $1 returning id, fencing_token
    ),
    -- steps to take again count no longer; an open call blocks others again
    attempts as (
      update workflow_step_attempt as a set is_retried = a.is_retried or (a.finished is not null and a.step_id = any($2)),
        open_for = case when a.finished is null then a.order_id end
      from reopened as r where a.run_id = r.id
    )
    select fencing_token from reopened`,
  parameters: [Sql.uuid, Sql.list(Sql.text), Sql.nullable(Sql.json)],
  row: { fencing_token: Sql.integer },
})

/**
 * Brings a locked run back to Running, held by this process, without the results of the steps that
 * are to run again, which then have not waited yet, and returns it (workflow.md#run-endpoints).
 */
export async function reopenRun(tx: Transaction, { run, open }: StoredRun, stepIds: readonly string[]): Promise<StoredRun> {
  const waiting = run.waiting.filter(({ stepId }) => !stepIds.includes(stepId))
  const [row] = await reopen.on(tx, run.id, stepIds, waiting.length === 0 ? null : JSON.stringify(waiting))
  invariant(row !== undefined, `run ${run.id} is locked`)
  const results = run.results.filter(({ stepId }) => !stepIds.includes(stepId))
  return { run: { ...run, state: running, results, waiting, fencingToken: row.fencing_token }, open }
}
