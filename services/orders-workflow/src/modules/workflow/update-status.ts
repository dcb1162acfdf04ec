import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { UpdateStatusPatch } from '@open-oms/contracts/orders/workflow/workflow'
import type { InputOf } from '@open-oms/contracts/primitives'
import { assertWorkflowAllowed } from '../../order/rules/context/order-guards.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { canceledReturnStatuses, isStatusIn } from '../../order/rules/context/return-type.ts'
import { withReopenedReturn } from '../../order/rules/returns/checked-returns.ts'
import { enterReturnStatus } from '../../order/rules/returns/enter-return-status.ts'
import { enterStatus } from '../../order/rules/status/enter-status.ts'
import { typeNamed, typeToEnterBy } from '../../order/rules/status/order-type.ts'
import { type StockLine, stockLinesAt } from '../../order/rules/stock/inventory-lines.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { refuseOpenReturnCall } from './serialise-status-change.ts'
import { stepNamed } from './steps/step-registry.ts'
import { type Transition, transitionOrder, type WorkflowResult } from './transition-order.ts'

export type StatusPatch = InputOf<UpdateStatusPatch> & { status: string }

export type UpdateStatus = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'> & {
  patch: StatusPatch
}

/**
 * Sets the status of an order, of one shipment, or of one return form, and runs the steps of that
 * status (workflow.md#status-update; workflow.md#status-update, returns.md#return-statuses). The
 * status is written first; a step that fails leaves it. Raises `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsQueued`, `OrderIsDeleted`, `ValidationFailed`,
 * `TransitionNotAllowed`, `QuantityNotAvailable`, `ResourceLocked`.
 */
export async function updateStatus(deps: RunnerDeps, command: UpdateStatus): Promise<WorkflowResult> {
  return transitionOrder(deps, toTransition(deps, command))
}

/** The transition that a request asks for. */
export function toTransition(deps: RunnerDeps, { patch, ...command }: UpdateStatus): Transition {
  const isStatusOnly = patch.skipRunWorkflow ?? false
  return {
    ...command,
    isStatusOnly,
    stockLines: (stored) =>
      isStatusOnly || stored === null ? [] : stockLinesMoved(stored, requestedStatuses(patch), deps.config()),
    enter(order, { now, underWay }) {
      const { status, shipmentInfo, returnId, orderType } = patch
      // Money that is just being paid back for a form must be known before the form can be
      // cancelled.
      if (returnId !== undefined && isCanceling(deps, status)) refuseOpenReturnCall(underWay, returnId)
      assertWorkflowAllowed(order)
      const config = deps.config()
      const { orderTypes: types } = config
      if (returnId !== undefined) {
        if (orderType !== undefined) throw invalid('orderType', 'is of the order, and not of a return form')
        const entered = enterReturnStatus(order, { returnId, status, types, shipmentInfo, now })
        return { ...entered, order: withReopenedReturn(order, entered.order, { returnId, config }) }
      }
      const type = typeToEnterBy(order, { statuses: requestedStatuses(patch), orderType }, types)
      const moved = orderType === undefined ? order : { ...order, orderType }
      return enterStatus(moved, { status, type, shipmentInfo, isStatusOnly, now })
    },
  }
}

/** The lines of an order whose stock the steps of some statuses may move. */
function stockLinesMoved(order: Order, statuses: readonly string[], { orderTypes, stores }: OrdersConfig): StockLine[] {
  const entered = typeNamed(order.orderType, orderTypes)?.orderStatuses.filter(({ name }) => statuses.includes(name)) ?? []
  const movesStock = entered.some(({ workflowSteps }) => workflowSteps.some(({ name }) => stepNamed(name).kind === 'stock'))
  return movesStock ? stockLinesAt(stores, order) : []
}

/** What the order and its shipment are to enter. */
function requestedStatuses({ status, shipmentInfo }: StatusPatch): string[] {
  return shipmentInfo?.orderStatus === undefined ? [status] : [status, shipmentInfo.orderStatus]
}

/** Whether a status cancels a return form. */
function isCanceling(deps: Pick<RunnerDeps, 'config'>, status: string): boolean {
  return isStatusIn(canceledReturnStatuses(deps.config().orderTypes))(status)
}
