import type { Shipment } from '@oms/contracts/orders/shipment'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import { planSteps } from '../../../order/rules/status/workflow-plan.ts'
import {
  type Explainer,
  evidence,
  type Facts,
  hasOpenUnits,
  isNotCollected,
  type Reason,
  reason,
  runEvidence,
  statusAction,
  statusOfOrder,
} from './facts.ts'
import { followingActions } from './following-actions.ts'
import { orderEvidence } from './order-reasons.ts'
import { overpaidAmount } from './overpaid-reasons.ts'
import { counted, listed, moment } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Most of the open shipments that are named as evidence. */
const SHIPMENTS_MAX = 20

function canceled(facts: Facts): Reason | null {
  if (statusOfOrder(facts)?.isCanceledStatus !== true) return null
  return reason(facts, {
    code: 'OrderCanceled',
    sentence: overpaidAmount(facts) > 0 ? 'The order is cancelled.' : 'The order is cancelled: it waits for nothing.',
    since: facts.order.updateStatusDate,
    evidence: [orderEvidence(facts)],
  })
}

/** A delivered status, or one behind it, such as Returned. */
function complete(facts: Facts): Reason | null {
  const { order, type } = facts
  const status = statusOfOrder(facts)
  const delivered = type?.orderStatuses.filter(({ isDeliveredStatus }) => isDeliveredStatus) ?? []
  if (status === undefined || hasOpenUnits(facts) || !delivered.some((one) => status.order >= one.order)) return null
  return reason(facts, {
    code: 'OrderComplete',
    sentence: `The order is ${status.name}: everything is delivered or cancelled${overpaidAmount(facts) > 0 ? '' : ', and it waits for nothing'}.`,
    since: order.completed ?? order.updateStatusDate,
    evidence: [orderEvidence(facts)],
  })
}

/** workflow.md#uncollected-goods */
function notCollected(facts: Facts): Reason | null {
  if (!isNotCollected(facts)) return null
  return reason(facts, {
    code: 'NotCollected',
    sentence: 'The goods were not collected: money and reservations are given up, and a later delivery is paid for separately.',
    since: facts.order.updateStatusDate,
    actions: followingActions(facts),
    evidence: [orderEvidence(facts)],
  })
}

/**
 * A status whose policy lets only some statuses follow: which of them is for someone to decide.
 */
function awaitingDecision(facts: Facts): Reason | null {
  const status = statusOfOrder(facts)
  if (status === undefined || !status.enforceAvailableStepsPolicy) return null
  const { name, availableSteps } = status
  const ways = availableSteps.length === 0 ? 'none may follow' : `${listed(availableSteps, 'or')} may follow`
  return reason(facts, {
    code: 'AwaitingDecision',
    sentence: `The order is ${name}: of this status ${ways}, and someone has to decide.`,
    since: facts.order.updateStatusDate ?? facts.order.created,
    actions: followingActions(facts),
    evidence: [orderEvidence(facts), evidence('Policy', { status: name, enforceAvailableStepsPolicy: true, availableSteps })],
  })
}

const SENT: ReadonlySet<string | null> = new Set(['Released', 'Shipped'])

/** All goods that are open have left (shipments.md#shipment-statuses). */
function onTheirWay(facts: Facts): Reason | null {
  const open = openShipments(facts)
  if (open.length === 0 || !open.every(({ status }) => SENT.has(status))) return null
  const delivered = facts.type?.orderStatuses.find(({ isDeliveredStatus }) => isDeliveredStatus)
  return reason(facts, {
    code: 'GoodsOnTheirWay',
    sentence: `The goods are on their way (${counted(open.length, 'shipment')}): the carrier, or someone, has to report the delivery.`,
    since: facts.order.updateStatusDate,
    actions:
      delivered === undefined || isHeld(facts.order)
        ? []
        : [statusAction(facts, { status: delivered.name, sentence: 'Report that they are delivered.' })],
    evidence: open.slice(0, SHIPMENTS_MAX).map(shipmentEvidence),
  })
}

function awaitingPickup(facts: Facts): Reason | null {
  const { order } = facts
  if (order.readyForPickup === null || !hasOpenUnits(facts)) return null
  const deadline = order.customerPickupDeadline
  return reason(facts, {
    code: 'AwaitingPickup',
    sentence: `The goods are ready to be picked up${deadline === null ? '' : ` until ${moment(deadline)}`}: the order waits for the customer.`,
    since: order.readyForPickup,
    actions: followingActions(facts),
    evidence: [orderEvidence(facts), ...openShipments(facts).slice(0, SHIPMENTS_MAX).map(shipmentEvidence)],
  })
}

function awaitingStatus(facts: Facts): Reason | null {
  const status = statusOfOrder(facts)
  if (status === undefined) return null
  const steps = newestRun(facts)?.state === 'Finished' ? ' Its steps have ended.' : ''
  return reason(facts, {
    code: 'AwaitingStatus',
    sentence: `The order is ${status.name}.${steps} Nothing moves it on automatically: a warehouse, a till, another system or someone sends the next status.`,
    since: facts.order.updateStatusDate ?? facts.order.created,
    actions: followingActions(facts),
    evidence: [
      orderEvidence(facts),
      evidence('Policy', { status: status.name, enforceAvailableStepsPolicy: false }),
      ...openShipments(facts).slice(0, SHIPMENTS_MAX).map(shipmentEvidence),
    ],
  })
}

/** Where the order is; the first situation that is the case holds. */
export const statusExplainers: readonly Explainer[] = [
  canceled,
  complete,
  notCollected,
  awaitingDecision,
  onTheirWay,
  awaitingPickup,
  awaitingStatus,
]

/**
 * The order was imported, created or changed without its steps; finished runs are not kept for
 * ever.
 */
export function stepsNotRun(facts: Facts): Reason | null {
  const { order, type, runs, now, runRetentionDays } = facts
  const status = statusOfOrder(facts)
  const since = order.updateStatusDate ?? order.created
  if (type === undefined || status === undefined || status.isDeliveredStatus || status.isCanceledStatus) return null
  if (runs.some((run) => run.status === status.name) || Date.parse(since) < Date.parse(now) - runRetentionDays * DAY_MS)
    return null
  const steps = planSteps(order, { type, status, shipmentId: null })
  if (steps.length === 0) return null
  const names = steps.map(({ name }) => name)
  return reason(facts, {
    code: 'StepsNotRun',
    sentence: `None of the ${counted(steps.length, 'step')} of ${status.name} has run: the order was written without its workflow, or they were configured later.`,
    since,
    actions:
      isHeld(order) && isLeavingStatus(status)
        ? []
        : [statusAction(facts, { status: status.name, sentence: 'Run them, by sending the same status again.' })],
    evidence: [orderEvidence(facts), evidence('Configuration', { orderType: type.name, status: status.name, steps: names })],
  })
}

export function workflowDisabled(facts: Facts): Reason | null {
  const { type } = facts
  if (type?.disableWorkflow !== true) return null
  return reason(facts, {
    code: 'WorkflowDisabled',
    sentence: `Orders of type "${type.name}" run no steps: payments, stock and messages are taken care of elsewhere.`,
    evidence: [evidence('Configuration', { orderType: type.name, disableWorkflow: true })],
  })
}

/** A step of the newest run of the order's status that did not run although the run has ended. */
export function stepsLeftOut(facts: Facts): Reason[] {
  const run = newestRun(facts)
  if (run === undefined || run.state !== 'Finished') return []
  const left = run.steps.filter(({ id }) => !run.results.some(({ stepId }) => stepId === id))
  return left.map((step) =>
    reason(facts, {
      code: 'StepLeftOut',
      sentence: `Step ${step.name} of ${run.status} was left out: it runs only when ${describeConditions(step)}.`,
      since: run.finished,
      evidence: [
        runEvidence(run),
        evidence('Step', { runId: run.id, stepId: step.id, step: step.name, conditions: step.workflowStepConditions }),
      ],
    }),
  )
}

const conditions: Record<string, string> = {
  Success: 'all steps before it have succeeded',
  Error: 'a step before it has failed',
  Warning: 'a step before it has warned of something',
}

function describeConditions({ workflowStepConditions }: PlannedStep): string {
  return workflowStepConditions.map(({ type }) => conditions[type] ?? type).join(', and ')
}

function newestRun({ runs, order }: Facts) {
  return runs.find((run) => run.status === order.status && run.returnId === null)
}

function openShipments({ order }: Facts): Shipment[] {
  return order.orderForm.shipments.filter(({ lineItems }) => lineItems.some((line) => openQuantity(line) > 0))
}

export function shipmentEvidence({ shipmentId, orderStatus, status, warehouseCode, shipmentTrackingNumber }: Shipment) {
  return evidence('Shipment', { shipmentId, orderStatus, status, warehouseCode, trackingNumber: shipmentTrackingNumber })
}
