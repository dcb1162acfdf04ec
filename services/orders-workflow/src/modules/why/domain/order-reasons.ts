import { DELETED, QUEUED } from '../../../order/rules/context/order-guards.ts'
import { removedTypeReason } from '../../../order/rules/status/order-type.ts'
import { listStatusTransitions } from '../../../order/rules/status/transitions.ts'
import { type Explainer, evidence, type Facts, orderUrl, type Reason, reason, statusAction, statusOfOrder } from './facts.ts'
import { listed } from './words.ts'

function deleted(facts: Facts): Reason | null {
  const { order } = facts
  if (order.status !== DELETED) return null
  return reason(facts, {
    code: 'OrderDeleted',
    sentence: 'The order is deleted: no step of it runs, and nothing of it can be changed.',
    since: order.updateStatusDate ?? order.modified,
    actions: [{ sentence: 'Restore it.', method: 'POST', url: orderUrl(facts, 'Restore'), body: null }],
    evidence: [orderEvidence(facts)],
  })
}

function readOnly(facts: Facts): Reason | null {
  if (!facts.order.isReadOnly || facts.order.status === DELETED) return null
  return reason(facts, {
    code: 'OrderReadOnly',
    sentence: 'The order is read-only: every change, and every status, is refused.',
    actions: [{ sentence: 'Unlock it.', method: 'PATCH', url: orderUrl(facts, 'PatchOrder'), body: { isReadOnly: false } }],
    evidence: [orderEvidence(facts)],
  })
}

/** workflow.md#removed-types-and-statuses */
function typeRemoved(facts: Facts): Reason | null {
  const { order, type, types } = facts
  if (type !== undefined || order.status === DELETED) return null
  const url = orderUrl(facts, 'UpdateStatus')
  const body = { status: '<status>', orderType: '<order type>' }
  const canceled = listStatusTransitions(order, types).find(({ allowed }) => allowed)
  return reason(facts, {
    code: 'TypeRemoved',
    sentence: `${removedTypeReason(order)} Until then it can only be cancelled.`,
    actions: [
      {
        sentence: `Let it go on as another type: ${listed(
          types.map(({ name }) => name),
          'or',
        )}.`,
        method: 'POST',
        url,
        body,
      },
      ...(canceled === undefined ? [] : [statusAction(facts, { status: canceled.status, sentence: 'Cancel it.' })]),
    ],
    evidence: [orderEvidence(facts), evidence('Configuration', { orderTypes: types.map(({ name }) => name) })],
  })
}

function statusRemoved(facts: Facts): Reason | null {
  const { order, type } = facts
  if (type === undefined || order.status === DELETED || statusOfOrder(facts) !== undefined) return null
  const statuses = type.orderStatuses.map(({ name }) => name)
  const gone = order.status === null ? 'The order has no status' : `Status "${order.status}" is not configured any more`
  return reason(facts, {
    code: 'StatusRemoved',
    sentence: `${gone} for order type "${type.name}": no steps belong to it, and nothing moves the order on.`,
    since: order.updateStatusDate,
    actions: [
      {
        sentence: `Let it enter a status that exists: ${listed(statuses, 'or')}.`,
        method: 'POST',
        url: orderUrl(facts, 'UpdateStatus'),
        body: { status: '<status>' },
      },
    ],
    evidence: [orderEvidence(facts), evidence('Configuration', { orderType: type.name, statuses })],
  })
}

/** workflow.md#refused-workflow-calls */
function queued(facts: Facts): Reason | null {
  const { order, type } = facts
  if (order.status !== QUEUED) return null
  const first = type?.orderStatuses.filter(({ name }) => name !== QUEUED).toSorted((a, b) => a.order - b.order)[0]?.name
  return reason(facts, {
    code: 'OrderQueued',
    sentence: 'The order is queued: steps and statuses are refused until an update or a patch takes it out of the queue.',
    since: order.updateStatusDate ?? order.created,
    actions: [
      {
        sentence: 'Take it out of the queue; the steps of a status run when that is entered afterwards.',
        method: 'PATCH',
        url: orderUrl(facts, 'PatchOrder'),
        body: { status: first ?? '<status>' },
      },
    ],
    evidence: [orderEvidence(facts)],
  })
}

/** orders.md#order-lock */
function locked(facts: Facts): Reason | null {
  if (facts.lockedUntil === null) return null
  return reason(facts, {
    code: 'OrderLocked',
    sentence: 'Another operation is modifying the order; other writes are refused meanwhile.',
    next: { sentence: 'The lock ends with the operation, or at that time if its process has died.', at: facts.lockedUntil },
    evidence: [evidence('Lock', { expires: facts.lockedUntil })],
  })
}

/** What is the matter with the order as a whole; each one that is the case is a reason. */
export const orderExplainers: readonly Explainer[] = [deleted, readOnly, typeRemoved, statusRemoved, queued, locked]

export function orderEvidence({ order }: Facts) {
  const { status, orderType, storeId, updateStatusDate, isReadOnly } = order
  return evidence('Order', { status, orderType, storeId, updateStatusDate, isReadOnly })
}
