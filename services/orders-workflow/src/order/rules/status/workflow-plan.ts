import type { OrderStatus, OrderType, WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { EnteredStatus } from './enter-status.ts'

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
  'retryFor',
] as const satisfies readonly (keyof WorkflowStep)[]

/**
 * A step as a run carries it out: the configuration at the time the run began, without the filters
 * that chose it.
 */
export type PlannedStep = Pick<WorkflowStep, (typeof planned)[number]>

export type PlanScope = {
  type: OrderType
  status: OrderStatus
  shipmentId: string | null
  /** The return form that the steps are for; absent or null: they are for the order. */
  returnId?: string | null
}

type Filter = 'Markets' | 'Stores' | 'Warehouses' | 'ShipmentOptions' | 'Tags'

/**
 * The steps of entering a status for this order, or for one shipment of it, in the order they run
 * (workflow.md#step-fields): the active ones whose filters match, those that run after the save
 * last. None when the type's workflow is off (workflow.md#status-update).
 */
export function planSteps(order: Order, { type, status, shipmentId, returnId = null }: PlanScope): PlannedStep[] {
  if (type.disableWorkflow) return []
  const values = filterValues(order, { shipmentId, returnId })
  const steps = status.workflowSteps.filter((step) => step.active && isMeant(step, values)).sort((a, b) => a.index - b.index)
  const [inRequest, afterwards] = [
    steps.filter((step) => !step.runAfterOrderIsSaved),
    steps.filter((step) => step.runAfterOrderIsSaved),
  ]
  return [...inRequest, ...afterwards].map(plannedStep)
}

/** Ids of the steps that have run for each shipment, or are about to. */
export type StepsRun = ReadonlyMap<string, ReadonlySet<string>>

/** Its run for a shipment does nothing until the order has reached the status. */
const COMPLETION = 'SetCompletedDate'

/** Steps that act on the order as a whole, also in the run of one shipment. */
export const stepsOfOrder: ReadonlySet<string> = new Set([
  COMPLETION,
  'SetReadyForPickupDate',
  'GenerateSecretKey',
  'EnrichOrderFromProducts',
  'ProductPackageBreakDown',
  'AuthorizePayment',
])

type WholeScope = {
  type: OrderType
  stepsRun: StepsRun
  /** The steps that are about to run for the shipment that moved the order. */
  planned: readonly PlannedStep[]
}

/**
 * The steps of the status that the whole order reached through one of its shipments: those that
 * have not run for all shipments that have it (workflow.md#order-status-from-shipments). One that
 * acts on the order as a whole needs to run for one of them only, and `SetCompletedDate` for the
 * one that moved the order. All of them when no shipment has the status.
 */
export function stepsOfWhole(entering: EnteredStatus, { type, stepsRun, planned }: WholeScope): PlannedStep[] {
  const { order, orderEntered: status, shipmentId } = entering
  if (status === null) return []
  const steps = planSteps(order, { type, status, shipmentId: null })
  const holders = order.orderForm.shipments.flatMap((shipment) =>
    isIn(shipment, status) && shipment.shipmentId !== null ? [shipment.shipmentId] : [],
  )
  if (holders.length === 0) return steps
  const about = new Set(planned.map((step) => step.id))
  const before = (id: string) => stepsRun.get(id) ?? new Set<string>()
  const isDoneForOrder = ({ id, name }: PlannedStep) =>
    about.has(id) || (name !== COMPLETION && holders.some((holder) => before(holder).has(id)))
  const isOpenFor = holders.map((holder) => {
    const isDone = (id: string) => before(holder).has(id) || (holder === shipmentId && about.has(id))
    return new Set(planSteps(order, { type, status, shipmentId: holder }).flatMap(({ id }) => (isDone(id) ? [] : [id])))
  })
  return steps.filter((step) => {
    if (stepsOfOrder.has(step.name) && isDoneForOrder(step)) return false
    return step.name === COMPLETION || isOpenFor.some((open) => open.has(step.id))
  })
}

/**
 * A shipment whose lines were cancelled counts as in the cancelled status of its order, regardless
 * of its own status (lines.md#emptied-shipments).
 */
function isIn({ orderStatus, status: shipmentStatus }: Shipment, { name, isCanceledStatus }: OrderStatus): boolean {
  return orderStatus === name || (isCanceledStatus && shipmentStatus === 'Cancelled')
}

function plannedStep(step: WorkflowStep): PlannedStep {
  return Object.fromEntries(planned.map((name) => [name, step[name]])) as PlannedStep
}

type FilterScope = { shipmentId: string | null; returnId: string | null }

/** A return form may be taken back by another store than the one that sold. */
function filterValues(order: Order, { shipmentId, returnId }: FilterScope): Record<Filter, readonly (string | null)[]> {
  const shipments = order.orderForm.shipments.filter((shipment) => shipmentId === null || shipment.shipmentId === shipmentId)
  const form = returnId === null ? undefined : order.returnOrderForms.find((candidate) => candidate.returnId === returnId)
  return {
    Markets: [order.marketId],
    Stores: [form?.storeId || order.storeId],
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
