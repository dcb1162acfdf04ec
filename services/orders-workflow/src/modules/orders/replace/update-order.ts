import type { Transaction } from '@oms/service-kit/database/transaction'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../../order/change-order.ts'
import type { OrderInput } from '../../../order/input/order-input.ts'
import { holdingOrder } from '../../../order/order-lock.ts'
import type { PackageCatalogue } from '../../../order/packages/package-catalogue.ts'
import type { WorkflowRun } from '../../../order/status/workflow-run.ts'
import { packagesOf } from '../../packages/break-down-packages.ts'
import type { Advanced } from '../../workflow/advance.ts'
import { answerInTime } from '../../workflow/answer-in-time.ts'
import { endingEvents, isThrough } from '../../workflow/begin-run.ts'
import { resultOf } from '../../workflow/enter-and-run.ts'
import { inTurn } from '../../workflow/in-turn.ts'
import type { RunnerDeps } from '../../workflow/runner.ts'
import { readRunsUnderWay, requireTurn } from '../../workflow/runs-ahead.ts'
import { versionsOverwritten } from './overwritten-versions.ts'
import { updatedOrder } from './updated-order.ts'

export type UpdateOrder = {
  input: OrderInput & { id: string }
  runWorkflow: boolean
  write: WriteRequest
  /** Keeps the answer in the transaction that brings it about. */
  record: (tx: Transaction, result: UpdateResult) => Promise<void>
  /** Keeps what the answer is if the process dies after the order was replaced; absent when nothing is to be kept. */
  recordInterim?: ((tx: Transaction, result: UpdateResult) => Promise<void>) | undefined
}

export type UpdateResult = {
  saved: SavedOrder
  /** None when there was nothing to carry out. */
  runs: readonly WorkflowRun[]
  /** The versions that this write put aside since the one that the client had, oldest first (4-decisions B.2). */
  overwritten: readonly string[]
  /** The warning of goods that had left and were cancelled; null: none. */
  warning: string | null
}

/**
 * Replaces an order by the one that was sent, and with `runWorkflow` lets it enter its status (document 3, Update and rule 2; 4-decisions B.1,
 * B.2, F.7, J.7). Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, `OrderIsQueued`,
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `ResourceLocked`.
 */
export async function updateOrder(deps: RunnerDeps, command: UpdateOrder): Promise<UpdateResult> {
  const { input, write } = command
  return holdingOrder(deps, input.id, (lock) =>
    inTurn(deps, input.id, (left) => updateLocked(left, { ...command, write: { ...write, lock } })),
  )
}

async function updateLocked(deps: RunnerDeps, command: UpdateOrder): Promise<UpdateResult> {
  const { input, write, record } = command
  const reached: { begun: Advanced | null; before: string | null; overwritten: string[]; warning: string | null } = {
    begun: null,
    before: null,
    overwritten: [],
    warning: null,
  }
  let products: PackageCatalogue | null = null
  const saved = await changeOrder(deps, {
    ...write,
    precondition: preconditionOf(command, deps.config().settings.rejectStaleVersions),
    orderId: input.id,
    isLocking: command.runWorkflow,
    async look(tx, order) {
      if (command.runWorkflow)
        requireTurn(await readRunsUnderWay(tx, input.id), { status: input.status ?? (order.status as string), returnId: null })
      const known = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
      const added = (input.orderForm?.lineItems ?? []).filter(({ lineItemId }) => !lineItemId || !known.has(lineItemId))
      products = await packagesOf(deps, added, tx)
    },
    apply(order, now) {
      const entered = updatedOrder(deps, order, { ...command, now, products })
      reached.begun = entered.begun
      reached.before = order.versionId
      reached.warning = entered.warning ?? null
      return entered.order
    },
    begins: () => reached.begun?.run ?? null,
    alsoTell: () => endingEvents(reached.begun?.run ?? null),
    async alongside(tx, written) {
      const { begun, before, warning } = reached
      reached.overwritten = await overwrittenBy(tx, { input, written, before })
      const result = { saved: written, runs: begun === null ? [] : [begun.run], overwritten: reached.overwritten, warning }
      await (begun === null || isThrough(begun) ? record : command.recordInterim)?.(tx, result)
    },
  })
  const { begun, overwritten, warning } = reached
  if (begun === null) return { saved, runs: [], overwritten, warning }
  return finish(deps, { begun: { ...begun, saved }, overwritten, warning }, record)
}

type Finishing = Pick<UpdateResult, 'overwritten' | 'warning'> & { begun: Advanced & { saved: SavedOrder } }

async function finish(deps: RunnerDeps, { begun, ...also }: Finishing, record: UpdateOrder['record']): Promise<UpdateResult> {
  const point = await answerInTime(deps, begun, (tx, reached) => record(tx, { ...resultOf(reached), ...also }))
  return { ...resultOf(point), ...also }
}

/** With setting `rejectStaleVersions` the version in the body is a condition as `If-Match` is (4-decisions B.1). */
function preconditionOf(
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

type Overwriting = { input: UpdateOrder['input']; written: SavedOrder; before: string | null }

/** None when nothing was written, when the client had the newest version, and when it did not say which one it had. */
async function overwrittenBy(tx: Transaction, { input, written, before }: Overwriting): Promise<string[]> {
  const { id, versionId } = input
  if (versionId === undefined || versionId === before || written.versionId === before) return []
  return versionsOverwritten(tx, { orderId: id, since: versionId, before: written.versionNumber })
}
