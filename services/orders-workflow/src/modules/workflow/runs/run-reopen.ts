import type { Transaction } from '@oms/service-kit/database/transaction'
import type { RunState } from '../../../order/status/workflow-run.ts'
import { type HeldRun, heldColumns, heldRun, type RunRow, readAttempts } from './run-rows.ts'
import { lease } from './run-store.ts'
import { TOKENS_PER_LIFE } from './run-take-over.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A run of an order as it is stored, locked until the transaction ends; null when the order has no
 * such run.
 */
export async function lockRun(tx: Transaction, { runId, orderId }: { runId: string; orderId: string }): Promise<HeldRun | null> {
  if (!UUID.test(runId)) return null
  const [row] = await tx.query<RunRow>({
    name: 'run-reopen-read',
    text: `select ${heldColumns} from workflow_run where id = $1 and order_id = $2 for update`,
    values: [runId, orderId],
  })
  return row === undefined ? null : heldRun(row, await readAttempts(tx, [runId]))
}

const running: RunState = 'Running'

/**
 * Brings a locked run back to Running, held by this process, without the results of the steps that
 * are to run again, and returns it (workflow.md#run-endpoints).
 */
export async function reopenRun(tx: Transaction, { run, open }: HeldRun, stepIds: readonly string[]): Promise<HeldRun> {
  await tx.query({
    name: 'run-reopen',
    text: `with reopened as (
        update workflow_run set state = '${running}', finished = null, lease_until = ${lease},
          fencing_token = (fencing_token / ${TOKENS_PER_LIFE} + 1) * ${TOKENS_PER_LIFE} + 1
        where id = $1 returning id
      )
      update workflow_step_attempt as a set is_retried = a.is_retried or (a.finished is not null and a.step_id = any($2)),
        open_for = case when a.finished is null then a.order_id end
      from reopened as r where a.run_id = r.id`,
    values: [run.id, stepIds],
  })
  const fencingToken = (Math.floor(run.fencingToken / TOKENS_PER_LIFE) + 1) * TOKENS_PER_LIFE + 1
  const results = run.results.filter(({ stepId }) => !stepIds.includes(stepId))
  return { run: { ...run, state: running, results, fencingToken }, open }
}
