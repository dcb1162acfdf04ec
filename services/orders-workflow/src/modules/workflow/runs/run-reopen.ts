import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { lockOrder, type SavedOrder, type WriteDeps, type WriteRequest } from '../../../order/change-order.ts'
import { savedBefore } from '../../../order/saved-order.ts'
import type { RunState, WorkflowRun } from '../../../order/status/workflow-run.ts'
import { readRunsUnderWay, requireTurn } from '../runs-ahead.ts'
import { type HeldRun, heldColumns, heldRun, type RunRow, readAttempts } from './run-rows.ts'
import { lease } from './run-store.ts'
import { TOKENS_PER_LIFE } from './run-take-over.ts'

export type Reopening = WriteRequest & {
  orderId: string
  runId: string
  /** Refuses, by raising, to write to the order as it is now. */
  check(order: Order): void
  /** The ids of the steps that are to run again. Pure; refuses by raising. */
  again(run: WorkflowRun): string[]
}

/**
 * Brings a run that is not under way back to Running, held by this process, without the results of the steps that are to run again
 * (4-decisions F.10). Of several callers at once only the first finds the run as it was. Raises `NotFound`, `Forbidden`, `VersionConflict`,
 * what `check` and `again` raise, and `ResourceLocked` while another call of the order is under way.
 */
export async function reopenRun(
  deps: WriteDeps,
  { again, check, runId, ...write }: Reopening,
): Promise<HeldRun & { saved: SavedOrder }> {
  return deps.inTransaction(async (tx) => {
    const stored = await lockOrder({ tx, deps }, write)
    const before = await readRun(tx, { runId, orderId: write.orderId })
    check(stored.order)
    const ids = again(before.run)
    if (before.open !== null) await claimCalls(tx, write.orderId)
    requireTurn(await readRunsUnderWay(tx, write.orderId), before.run)
    await markRunning(tx, runId, ids)
    const run: WorkflowRun = {
      ...before.run,
      state: 'Running',
      results: before.run.results.filter(({ stepId }) => !ids.includes(stepId)),
      fencingToken: nextLife(before.run.fencingToken),
    }
    return { run, open: before.open, saved: savedBefore(stored) }
  })
}

function nextLife(token: number): number {
  return (Math.floor(token / TOKENS_PER_LIFE) + 1) * TOKENS_PER_LIFE + 1
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function readRun(tx: Transaction, { runId, orderId }: { runId: string; orderId: string }): Promise<HeldRun> {
  const [row] = UUID.test(runId)
    ? await tx.query<RunRow>({
        name: 'run-reopen-read',
        text: `select ${heldColumns} from workflow_run where id = $1 and order_id = $2 for update`,
        values: [runId, orderId],
      })
    : []
  if (row === undefined) throw new DomainError('NotFound', `Order "${orderId}" has no workflow run "${runId}".`)
  return heldRun(row, await readAttempts(tx, [runId]))
}

/** The order's row is locked, so that no call of another run begins now. */
async function claimCalls(tx: Transaction, orderId: string): Promise<void> {
  const rows = await tx.query({
    name: 'run-reopen-calls',
    text: 'select from workflow_step_attempt where open_for = $1',
    values: [orderId],
  })
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A workflow step of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}

const running: RunState = 'Running'

async function markRunning(tx: Transaction, runId: string, again: readonly string[]): Promise<void> {
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
    values: [runId, again],
  })
}
