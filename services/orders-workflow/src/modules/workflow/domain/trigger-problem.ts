import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Settings } from '@open-oms/contracts/config/settings'
import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { assertWorkflowAllowed } from '../../../order/rules/context/order-guards.ts'
import { typeToEnterBy } from '../../../order/rules/status/order-type.ts'
import { assertTransitionAllowed, requireStatus } from '../../../order/rules/status/transitions.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'

type Trigger = {
  run: WorkflowRun
  status: string
  config: { orderTypes: readonly OrderType[]; settings: Pick<Settings, 'workflow'> }
}

/**
 * Why a step of a run must not have its order moved to a status (workflow.md#triggered-statuses);
 * null when nothing forbids it.
 */
export function triggerProblem(order: Order, { run, status, config: { orderTypes, settings } }: Trigger): string | null {
  const { hopsMax } = settings.workflow
  if (run.transitionCount >= hopsMax) return `The workflow has changed the status ${hopsMax} times already, as often as it may.`
  const refusal = orRefusal(() => assertTriggerAllowed(order, { run, status, orderTypes }))
  return refusal instanceof DomainError ? refusal.message : null
}

function assertTriggerAllowed(
  order: Order,
  { run, status, orderTypes }: Omit<Trigger, 'config'> & Pick<Trigger['config'], 'orderTypes'>,
) {
  assertWorkflowAllowed(order)
  const type = typeToEnterBy(order, { statuses: [status] }, orderTypes)
  requireStatus(type, status, 'triggerNewStatus')
  const shipment = order.orderForm.shipments.find(({ shipmentId }) => shipmentId !== null && shipmentId === run.shipmentId)
  assertTransitionAllowed(type, shipment?.orderStatus ?? order.status, status)
}
