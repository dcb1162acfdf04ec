import type { UpdateLineItemStatusPatch } from '@open-oms/contracts/orders/lines/line-updates'
import type { InputOf } from '@open-oms/contracts/primitives'
import { assertWorkflowAllowed } from '../../order/rules/context/order-guards.ts'
import { typeToEnterBy } from '../../order/rules/status/order-type.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type Transition, transitionOrder, type WorkflowResult } from '../workflow/transition-order.ts'
import { updateLines } from './domain/line-updates.ts'

export type LineStatusPatch = InputOf<UpdateLineItemStatusPatch> &
  Required<Pick<InputOf<UpdateLineItemStatusPatch>, 'status' | 'lineItemUpdates'>>

export type UpdateOrderLines = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'> & {
  patch: LineStatusPatch
}

/**
 * Delivers, cancels, splits off and reallocates units of lines of one shipment, sets the status of
 * that shipment and runs the steps of the status for it (lines.md#order-lines-update,
 * quantities.md#line-quantities, workflow.md#status-update). Raises `NotFound` also for a line,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsQueued`, `OrderIsDeleted`,
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `ResourceLocked`.
 */
export async function updateOrderLines(deps: RunnerDeps, { patch, ...command }: UpdateOrderLines): Promise<WorkflowResult> {
  const { status, lineItemUpdates, shipmentInfo, isShippingCostKeptForExistingShipment: keepsShippingCost = false } = patch
  return transitionOrder(deps, {
    ...command,
    isStatusOnly: false,
    enter(order, { now }) {
      assertWorkflowAllowed(order)
      const own = shipmentInfo?.orderStatus
      const statuses = own === undefined ? [status] : [status, own]
      const type = typeToEnterBy(order, { statuses }, deps.config().orderTypes)
      return updateLines(order, { status, lineItemUpdates, shipmentInfo, keepsShippingCost, type, now })
    },
  })
}
