import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { unpaidGoodsWarning } from '../../../order/rules/fulfilment/unpaid-goods.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import type { SavedOrder } from '../../../order/rules/order-version.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import type { Change, ChangeFacts } from '../../../order/write/intent.ts'
import { holdingOrder, type OrderLock } from '../../../order/write/order-lock.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { packagesOfAdded } from '../../packages/break-down-packages.ts'
import { respondInTime } from '../../workflow/respond-in-time.ts'
import type { AdvanceResult } from '../../workflow/runner/advance.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { superseding } from '../../workflow/runner/superseding.ts'
import { type Attempt, runAhead, serialiseStatusChange } from '../../workflow/serialise-status-change.ts'
import { toWorkflowResult } from '../../workflow/transition-order.ts'
import { type ResultWarning, recordFirstWrite, resultWarnings, type WorkflowRecorders } from '../../workflow/workflow-response.ts'
import { versionsOverwritten } from './overwritten-versions.ts'
import { updatedOrder } from './updated-order.ts'

export type UpdateOrder = {
  input: OrderInput & { id: string }
  runWorkflow: boolean
  write: WriteRequest
} & WorkflowRecorders<UpdateResult>

export type UpdateResult = {
  saved: SavedOrder
  /** Empty when there were no steps to run. */
  runs: readonly WorkflowRun[]
  /**
   * The versions that this write overwrote since the one that the client had, oldest first
   * (orders.md#overwritten-versions).
   */
  overwritten: readonly string[]
  warnings: readonly ResultWarning[]
}

/**
 * Replaces an order by the one that was sent, and with `runWorkflow` runs the steps of its status
 * (orders.md#order-replacement, http.md#entity-tags, orders.md#overwritten-versions,
 * workflow.md#refused-workflow-calls). Raises `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`, `OrderIsQueued`, `ValidationFailed`, `TransitionNotAllowed`,
 * `QuantityNotAvailable`, `ResourceLocked`.
 */
export async function updateOrder(deps: RunnerDeps, command: UpdateOrder): Promise<UpdateResult> {
  const { input, record } = command
  return holdingOrder(deps, input.id, (lock) =>
    serialiseStatusChange(deps, input.id, async (waitMs) => {
      const replaced = await replaceStored(deps, command, lock)
      if ('ahead' in replaced) return replaced
      const { begun, saved, ...details } = replaced.done
      if (begun === null) return { done: { saved, runs: [], ...details } }
      const point = await respondInTime(
        deps,
        { ...begun, saved },
        { waitMs, record: (tx, reached) => record(tx, { ...toWorkflowResult(reached), ...details }) },
      )
      return { done: { ...toWorkflowResult(point), ...details } }
    }),
  )
}

type ReplaceResult = Omit<UpdateResult, 'runs'> & { begun: AdvanceResult | null }

/**
 * Replaces the stored order, and where workflows are asked for writes the run of its status with
 * it.
 */
async function replaceStored(
  deps: RunnerDeps,
  command: UpdateOrder,
  lock: OrderLock | undefined,
): Promise<Attempt<ReplaceResult>> {
  const { input, runWorkflow } = command
  const precondition = updatePrecondition(command, deps.config().settings.rejectStaleVersions)
  const write = { ...command.write, lock, precondition }
  const change = async (stored: Order, facts: ChangeFacts): Promise<Change<Attempt<ReplaceResult>>> => {
    const { tx, now, underWay } = facts
    const ahead = runAhead(underWay, { status: input.status ?? stored.status, returnId: null })
    if (ahead !== null) return { order: stored, result: { ahead } }
    const products = await packagesOfAdded(tx, deps, { sent: input.orderForm?.lineItems, stored })
    const { allocations } = facts.stored
    const updated = updatedOrder(deps, stored, { ...command, now, products, allocations })
    const { begun, warning: canceled = null, order } = updated
    const run = begun?.run ?? null
    return {
      order,
      run,
      enters: superseding(run),
      async conclude(tx, saved) {
        const overwritten = await overwrittenBy(tx, { input, saved, before: stored.versionId })
        const warnings = resultWarnings({ canceled, unpaid: unpaidGoodsWarning(stored, saved.order, deps.config()) })
        const result = { saved, runs: run === null ? [] : [run], overwritten, warnings }
        await recordFirstWrite(tx, command, { begun, result })
        return { done: { saved, begun, overwritten, warnings } }
      },
      afterCommit() {
        if (run !== null) deps.signals?.ended(run, run.results)
      },
    }
  }
  const intent = { orderId: input.id, kind: 'replace', needsRuns: runWorkflow, change } as const
  return (await writeOrder<Attempt<ReplaceResult>>({ deps, write }, intent)).result
}

/**
 * With setting `rejectStaleVersions` the version in the body is a condition as `If-Match` is
 * (http.md#entity-tags).
 */
function updatePrecondition(
  { input, write }: Pick<UpdateOrder, 'input' | 'write'>,
  rejectStaleVersions: boolean,
): Exclude<WriteRequest['precondition'], undefined> {
  const { versionId } = input
  const { precondition = null } = write
  if (!rejectStaleVersions || versionId === undefined) return precondition
  return {
    versions: [...(precondition?.versions ?? []), versionId],
    matches: (current) => current === versionId && (precondition === null || precondition.matches(current)),
  }
}

type OverwriteInput = { input: UpdateOrder['input']; saved: SavedOrder; before: string | null }

/**
 * None when nothing was written, when the client had the newest version, and when it did not say
 * which one it had.
 */
async function overwrittenBy(tx: Transaction, { input, saved, before }: OverwriteInput): Promise<string[]> {
  const { id, versionId } = input
  if (versionId === undefined || versionId === before || saved.versionId === before) return []
  return versionsOverwritten(tx, { orderId: id, since: versionId, before: saved.versionNumber })
}
