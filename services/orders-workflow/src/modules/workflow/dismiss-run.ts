import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { Change, Facts } from '../../order/write/intent.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { withoutWaiting } from '../../runs/end-waiting.ts'
import { lockRun } from '../../runs/run-reopen.ts'
import { endWaitingRuns } from '../../runs/run-wake.ts'
import { endingEvents } from '../../runs/superseded-runs.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

export type DismissRun = {
  orderId: string
  runId: string
  write: WriteRequest
  /** Runs in the transaction that ends the waiting. */
  dismissed?: (tx: Transaction) => Promise<void>
}

/**
 * Ends the waiting of a run for someone who takes care of it in another way, and returns the
 * order: no step is tried again, and the errors of those that waited are `Deleted` by that person
 * (workflow.md#run-endpoints). Raises `NotFound`, `Forbidden`, `NothingToResume`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function dismissRun(deps: RunnerDeps, { orderId, runId, write, dismissed }: DismissRun): Promise<SavedOrder> {
  const change = async (order: Order, { tx, now }: Facts): Promise<Change> => {
    const stored = await lockRun(tx, { runId, orderId })
    if (stored === null) throw new DomainError('NotFound', `Order "${orderId}" has no workflow run "${runId}".`)
    assertWritable(order)
    const { state } = stored.run
    if (state !== 'Waiting')
      throw new DomainError('NothingToResume', `Workflow run "${runId}" is ${state}: it does not wait for anything.`)
    const ended = withoutWaiting({ order, run: stored.run }, now, () => ({ becomes: 'Deleted', by: write.by }))
    return {
      order: ended.order,
      events: endingEvents(ended.run),
      async also() {
        await endWaitingRuns(tx, [{ run: ended.run, time: now }])
        await dismissed?.(tx)
      },
    }
  }
  return (await writeOrder({ deps, write }, { orderId, kind: 'edit', change })).saved
}
