import type { OrderStatus } from '@open-oms/contracts/config/order-types'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { DELETED, QUEUED } from '../../../order/rules/context/order-guards.ts'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { needsSomebody } from '../../../order/rules/input/entity-errors.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { SENT } from '../../../order/rules/shipments/shipment-status.ts'
import { listStatusTransitions } from '../../../order/rules/status/transitions.ts'
import { planSteps } from '../../../order/rules/status/workflow-plan.ts'
import {
  type Explainers,
  evidence,
  type Facts,
  hasOpenUnits,
  isNotCollected,
  markOrder,
  type Reason,
  reasonsFrom,
  shipmentEvidence,
  statusCall,
  statusLabel,
  statusOfOrder,
} from './facts.ts'
import { overpaidAmount } from './money-reasons.ts'
import { orderEvidence } from './order-reasons.ts'
import { runEvidence } from './run-reasons.ts'
import { stockReasons } from './stock-reasons.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Most of the open shipments that are named as evidence. */
const SHIPMENTS_MAX = 20
/** Most of the statuses that may follow, which actions name. */
const FOLLOWING_MAX = 3

type Place =
  | 'OrderCanceled'
  | 'OrderComplete'
  | 'NotCollected'
  | 'AwaitingDecision'
  | 'GoodsOnTheirWay'
  | 'AwaitingPickup'
  | 'AwaitingStatus'

/** Where the order is; the first situation that is the case holds. */
export const statusExplainers: Explainers<Place, Facts> = {
  OrderCanceled: (facts) =>
    statusOfOrder(facts)?.isCanceledStatus === true
      ? {
          parameters: { overpaid: overpaidAmount(facts) > 0 },
          since: facts.order.updateStatusDate,
          evidence: [orderEvidence(facts)],
        }
      : null,

  // A delivered status, or one behind it, such as Returned.
  OrderComplete: (facts) => {
    const { order, type } = facts
    const status = statusOfOrder(facts)
    const delivered = type?.orderStatuses.filter(({ isDeliveredStatus }) => isDeliveredStatus) ?? []
    if (status === undefined || hasOpenUnits(facts) || !delivered.some((one) => status.order >= one.order)) return null
    return {
      parameters: { overpaid: overpaidAmount(facts) > 0 },
      since: order.completed ?? order.updateStatusDate,
      evidence: [orderEvidence(facts)],
    }
  },

  // workflow.md#uncollected-goods
  NotCollected: (facts) =>
    isNotCollected(facts)
      ? { since: facts.order.updateStatusDate, actions: followingActions(facts), evidence: [orderEvidence(facts)] }
      : null,

  // A status whose policy lets only some statuses follow: which of them is for someone to decide.
  AwaitingDecision: (facts) => {
    const status = statusOfOrder(facts)
    if (status === undefined || !status.enforceAvailableStepsPolicy) return null
    const { name, availableSteps } = status
    const statuses = availableSteps.map((step) => statusLabel(facts, step))
    return {
      parameters: { status: statusLabel(facts, name), statuses },
      since: facts.order.updateStatusDate ?? facts.order.created,
      actions: followingActions(facts),
      evidence: [orderEvidence(facts), evidence('Policy', { status: name, enforceAvailableStepsPolicy: true, availableSteps })],
    }
  },

  // All goods that are open have left (shipments.md#shipment-statuses).
  GoodsOnTheirWay: (facts) => {
    const open = openShipments(facts)
    if (open.length === 0 || !open.every(({ status }) => SENT.has(status))) return null
    const delivered = facts.type?.orderStatuses.find(({ isDeliveredStatus }) => isDeliveredStatus)
    const canDeliver = delivered !== undefined && !isHeld(facts.order)
    return {
      parameters: { shipments: open.length > 1 ? open.length : null },
      since: facts.order.updateStatusDate,
      actions: canDeliver ? [{ code: 'MarkDelivered', ...statusCall(facts, { status: delivered.name }) }] : [],
      evidence: open.slice(0, SHIPMENTS_MAX).map(shipmentEvidence),
    }
  },

  AwaitingPickup: (facts) => {
    const { readyForPickup, customerPickupDeadline: until } = facts.order
    if (readyForPickup === null || !hasOpenUnits(facts)) return null
    return {
      parameters: { until },
      since: readyForPickup,
      actions: followingActions(facts),
      evidence: [orderEvidence(facts), ...openShipments(facts).slice(0, SHIPMENTS_MAX).map(shipmentEvidence)],
    }
  },

  AwaitingStatus: (facts) => {
    const name = statusOfOrder(facts)?.name
    if (name === undefined) return null
    return {
      parameters: { status: statusLabel(facts, name), ...readiness(facts) },
      since: facts.order.updateStatusDate ?? facts.order.created,
      actions: followingActions(facts),
      evidence: [
        orderEvidence(facts),
        evidence('Policy', { status: name, enforceAvailableStepsPolicy: false }),
        ...openShipments(facts).slice(0, SHIPMENTS_MAX).map(shipmentEvidence),
      ],
    }
  },
}

/**
 * Whether the goods can be picked, or shipped where that is the next status: paid, in stock, not
 * held, without errors, and none have left.
 */
function readiness(facts: Facts): { toShip: boolean; toPick: boolean } {
  const { order, type } = facts
  const open = openShipments(facts)
  const isWhole = open.length > 0 && open.every(({ status }) => status === null || status === 'AwaitingInventory')
  const isClear = order.remainingPayment <= 0 && !isHeld(order) && !order.errors.some(needsSomebody)
  const isReady = isWhole && isClear && stockReasons(facts).length === 0
  const [next] = type === undefined ? [] : type.orderStatuses.filter((status) => leadsOn(facts, status)).toSorted(byOrder)
  const toShip = isReady && next !== undefined && isLeavingStatus(next)
  return { toShip, toPick: isReady && !toShip }
}

function byOrder(a: OrderStatus, b: OrderStatus): number {
  return a.order - b.order
}

/** What is to be known of the steps of the order's status beside where the order is. */
export function workflowReasons(facts: Facts): Reason[] {
  return [...reasonsFrom(workflowExplainers, facts, facts), ...skippedSteps(facts)]
}

const workflowExplainers: Explainers<'StepsNotRun' | 'WorkflowDisabled', Facts> = {
  // The order was imported, created or changed without its steps; finished runs are not kept
  // forever.
  StepsNotRun: (facts) => {
    const { order, type, runs, now, runRetentionDays } = facts
    const status = statusOfOrder(facts)
    const since = order.updateStatusDate ?? order.created
    if (type === undefined || status === undefined || status.isDeliveredStatus || status.isCanceledStatus) return null
    const isOld = Date.parse(since) < Date.parse(now) - runRetentionDays * DAY_MS
    if (isOld || runs.some((run) => run.status === status.name)) return null
    const steps = planSteps(order, { type, status, shipmentId: null }).map(({ name }) => name)
    if (steps.length === 0) return null
    const isRefused = isHeld(order) && isLeavingStatus(status)
    return {
      parameters: { status: statusLabel(facts, status.name), steps: steps.length },
      since,
      actions: isRefused ? [] : [{ code: 'RunWorkflow', ...statusCall(facts, { status: status.name }) }],
      evidence: [orderEvidence(facts), evidence('Configuration', { orderType: type.name, status: status.name, steps })],
    }
  },

  WorkflowDisabled: ({ type }) =>
    type?.disableWorkflow === true
      ? {
          parameters: { type: type.name },
          evidence: [evidence('Configuration', { orderType: type.name, disableWorkflow: true })],
        }
      : null,
}

/** A step of the newest run of the order's status that did not run although the run has ended. */
function skippedSteps(facts: Facts): Reason[] {
  const run = facts.runs.find(({ status, returnId }) => status === facts.order.status && returnId === null)
  if (run === undefined || run.state !== 'Finished') return []
  const left = run.steps.filter(({ id }) => !run.results.some(({ stepId }) => stepId === id))
  return left.map(({ id: stepId, name: step, workflowStepConditions: conditions }) => ({
    code: 'StepLeftOut',
    parameters: { step, status: statusLabel(facts, run.status) },
    about: { kind: 'Order', id: facts.orderId },
    since: run.finished,
    next: null,
    actions: [],
    evidence: [runEvidence(run), evidence('Step', { runId: run.id, stepId, step, conditions })],
  }))
}

/**
 * The first statuses that may follow, in the order of the type, then a cancelled one, and deletion
 * where a policy names it; nothing with which goods leave while the order is held (why.md#reasons).
 */
function followingActions(facts: Facts): PlannedAction[] {
  const { order, types, type } = facts
  const allowed = new Set(listStatusTransitions(order, types).flatMap(({ status, allowed }) => (allowed ? [status] : [])))
  const statuses = (type?.orderStatuses ?? []).filter(
    (status) =>
      allowed.has(status.name) && ![order.status, QUEUED].includes(status.name) && !(isHeld(order) && isLeavingStatus(status)),
  )
  const isEnforced = statusOfOrder(facts)?.enforceAvailableStepsPolicy === true
  const following = statuses
    .filter((status) => !status.isCanceledStatus && status.name !== DELETED && (isEnforced || leadsOn(facts, status)))
    .toSorted(byOrder)
    .slice(0, isEnforced ? statuses.length : FOLLOWING_MAX)
  const end = (code: 'CancelOrder' | 'DeleteOrder', status: OrderStatus | undefined) =>
    status === undefined ? [] : [{ code, ...statusCall(facts, { status: status.name }) }]
  return [
    ...following.map(({ name }) => markOrder(facts, name)),
    ...end(
      'CancelOrder',
      statuses.find(({ isCanceledStatus }) => isCanceledStatus),
    ),
    ...end('DeleteOrder', isEnforced ? statuses.find(({ name }) => name === DELETED) : undefined),
  ]
}

/**
 * Whether a status leads on: it comes after that of the order and, while goods are open, not after
 * their delivery. That is still to come in a status behind it too, such as PartiallyReturned.
 */
function leadsOn(facts: Facts, { order, isDeliveredStatus }: OrderStatus): boolean {
  const isAhead = order > (statusOfOrder(facts)?.order ?? 0)
  const delivered = facts.type?.orderStatuses.filter((status) => status.isDeliveredStatus) ?? []
  if (!hasOpenUnits(facts) || delivered.length === 0) return isAhead
  return isDeliveredStatus || (isAhead && order < Math.max(...delivered.map((status) => status.order)))
}

function openShipments({ order }: Facts): Shipment[] {
  return order.orderForm.shipments.filter(({ lineItems }) => lineItems.some((line) => openQuantity(line) > 0))
}
