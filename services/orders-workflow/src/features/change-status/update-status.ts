import { DomainError, invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { UpdateStatusPatch } from '@oms/contracts/orders/workflow'
import type { InputOf } from '@oms/contracts/primitives'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { type EnteredStatus, enterStatus } from '../../domain/enter-status.ts'
import { assertWorkflowAllowed } from '../../domain/order-guards.ts'
import { typeOf } from '../../domain/transitions.ts'
import type { WorkflowRun } from '../../domain/workflow-run.ts'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../persistence/change-order.ts'
import { insertRun } from '../../persistence/run-repository.ts'
import type { Advanced } from '../../workflow/advance.ts'
import { beginRun, endingEvents } from '../../workflow/begin-run.ts'
import { advanceContext, carryOn, goOnInBackground } from '../../workflow/runner.ts'

export type StatusPatch = InputOf<UpdateStatusPatch> & { status: string }

export type UpdateStatus = {
  orderId: string
  patch: StatusPatch
  /** True: only tell what would happen (4-decisions F.11). */
  isRehearsal: boolean
  write: WriteRequest
  /** Keeps the answer in the transaction that brings it about. */
  record: (tx: Transaction, result: StatusResult) => Promise<void>
}

/** The order after the steps of the request, and the run that carried them out; no run when there was nothing to carry out. */
export type StatusResult = { saved: SavedOrder; run: WorkflowRun | null }

/**
 * Sets the status of an order, or of one shipment, and runs the steps of that status (document 3, rules 3, 4 and 7; 4-decisions F).
 * The status is written first; a step that fails leaves it. Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`,
 * `OrderIsQueued`, `OrderIsDeleted`, `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`.
 */
export async function updateStatus(deps: Deps, command: UpdateStatus): Promise<StatusResult> {
  const { orderId, write, record, isRehearsal } = command
  // Carrying it out instead could move money that the caller only asked about.
  if (isRehearsal) throw invalid('dryRun', 'is not available yet')
  const entering: { begun: Advanced | null } = { begun: null }
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      const entered = enter(deps, order, { ...command, now })
      entering.begun = entered.begun
      return entered.begun?.order ?? entered.order
    },
    alsoTell: () => endingEvents(entering.begun?.run ?? null),
    async alongside(tx, written) {
      const { begun } = entering
      if (begun !== null) await insertRun(tx, begun.run)
      if (begun === null || begun.call === null) await record(tx, { saved: written, run: begun?.run ?? null })
    },
  })
  return entering.begun === null ? { saved, run: null } : finish(deps, { ...entering.begun, saved }, record)
}

type Begun = Advanced & { saved: SavedOrder }

async function finish(deps: Deps, begun: Begun, record: UpdateStatus['record']): Promise<StatusResult> {
  const point = await carryOn(deps, begun, { isBackground: false, lastly: (tx, { saved, run }) => record(tx, { saved, run }) })
  goOnInBackground(deps, point)
  return { saved: point.saved, run: point.run }
}

type Entering = Pick<UpdateStatus, 'patch' | 'write'> & { now: string }

function enter(deps: Deps, order: Order, { patch, write, now }: Entering): EnteredStatus & { begun: Advanced | null } {
  assertWorkflowAllowed(order)
  refuseReturnForm(order, patch)
  const type = typeOf(order, deps.config().orderTypes)
  const isStatusOnly = patch.skipRunWorkflow ?? false
  const entered = enterStatus(order, { status: patch.status, type, shipmentInfo: patch.shipmentInfo, isStatusOnly, now })
  if (isStatusOnly) return { ...entered, begun: null }
  return {
    ...entered,
    begun: beginRun(
      entered,
      { id: deps.newId(), startedBy: write.by, type },
      advanceContext(deps, { now, isBackground: false, stored: order }),
    ),
  }
}

/** The status of a return form must not end up on its order. */
function refuseReturnForm(order: Order, { returnId }: StatusPatch): void {
  if (returnId === undefined) return
  if (!order.returnOrderForms.some((form) => form.returnId === returnId))
    throw new DomainError('NotFound', `Order "${order.id}" has no return form "${returnId}".`)
  throw invalid('returnId', 'names a return form, which has no workflow')
}
