import type { OrderStatus, OrderType, WorkflowStep } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'

const planned = [
  'id',
  'name',
  'connector',
  'stopOnError',
  'runAfterOrderIsSaved',
  'isInvisible',
  'properties',
  'workflowStepConditions',
  'translateKey',
  'timeoutMs',
  'retries',
] as const satisfies readonly (keyof WorkflowStep)[]

/** A step as a run carries it out: the configuration at the time the run began, without the filters that chose it. */
export type PlannedStep = Pick<WorkflowStep, (typeof planned)[number]>

export type PlanScope = { type: OrderType; status: OrderStatus; shipmentId: string | null }

type Filter = 'Markets' | 'Stores' | 'Warehouses' | 'ShipmentOptions' | 'Tags'

/**
 * The steps of entering a status for this order, or for one shipment of it, in the order they run (4-decisions F.1): the active ones whose
 * filters match, those that run after the save last. None when the type's workflow is off (F.6).
 */
export function planOf(order: Order, { type, status, shipmentId }: PlanScope): PlannedStep[] {
  if (type.disableWorkflow) return []
  const values = filterValues(order, shipmentId)
  const steps = status.workflowSteps.filter((step) => step.active && isMeant(step, values)).sort((a, b) => a.index - b.index)
  const [inRequest, afterwards] = [
    steps.filter((step) => !step.runAfterOrderIsSaved),
    steps.filter((step) => step.runAfterOrderIsSaved),
  ]
  return [...inRequest, ...afterwards].map(plannedStep)
}

function plannedStep(step: WorkflowStep): PlannedStep {
  return Object.fromEntries(planned.map((name) => [name, step[name]])) as PlannedStep
}

function filterValues(order: Order, shipmentId: string | null): Record<Filter, readonly (string | null)[]> {
  const shipments = order.orderForm.shipments.filter((shipment) => shipmentId === null || shipment.shipmentId === shipmentId)
  return {
    Markets: [order.marketId],
    Stores: [order.storeId],
    Warehouses: shipments.map((shipment) => shipment.warehouseCode),
    ShipmentOptions: shipments.map((shipment) => shipment.shippingMethodName),
    Tags: order.tags,
  }
}

/** Empty filters match all; a match among the disabled ones wins. */
function isMeant(step: WorkflowStep, values: Record<Filter, readonly (string | null)[]>): boolean {
  return (Object.keys(values) as Filter[]).every((filter) => {
    const matches = (names: readonly string[]) => values[filter].some((value) => value !== null && names.includes(value))
    const enabled = step[`enabledFor${filter}`]
    return !matches(step[`disabledFor${filter}`]) && (enabled.length === 0 || matches(enabled))
  })
}
