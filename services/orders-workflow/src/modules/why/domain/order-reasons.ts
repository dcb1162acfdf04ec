import { DELETED, QUEUED } from '../../../order/rules/context/order-guards.ts'
import { listStatusTransitions } from '../../../order/rules/status/transitions.ts'
import { type Explainers, evidence, type Facts, orderUrl, statusCall, statusLabel, statusOfOrder } from './facts.ts'

type Code = 'OrderDeleted' | 'OrderReadOnly' | 'TypeRemoved' | 'StatusRemoved' | 'OrderQueued' | 'OrderLocked'

/** What stops the order as a whole; each one that is the case is a reason. */
export const orderExplainers: Explainers<Code, Facts> = {
  OrderDeleted: (facts) =>
    isDeleted(facts)
      ? {
          since: facts.order.updateStatusDate ?? facts.order.modified,
          actions: [{ code: 'RestoreOrder', method: 'POST', url: orderUrl(facts, 'Restore'), body: null }],
          evidence: [orderEvidence(facts)],
        }
      : null,

  OrderReadOnly: (facts) =>
    facts.order.isReadOnly && !isDeleted(facts)
      ? {
          actions: [{ code: 'UnlockOrder', ...patchCall(facts, { isReadOnly: false }) }],
          evidence: [orderEvidence(facts)],
        }
      : null,

  // workflow.md#removed-types-and-statuses
  TypeRemoved: (facts) => {
    const { order, type, types } = facts
    if (type !== undefined || isDeleted(facts)) return null
    const names = types.map(({ name }) => name)
    const body = { status: '<status>', orderType: '<order type>' }
    const canceled = listStatusTransitions(order, types).find(({ allowed }) => allowed)
    return {
      parameters: { type: order.orderType },
      actions: [
        { code: 'ChangeType', parameters: { types: names }, method: 'POST', url: orderUrl(facts, 'UpdateStatus'), body },
        ...(canceled === undefined ? [] : [{ code: 'CancelOrder' as const, ...statusCall(facts, canceled) }]),
      ],
      evidence: [orderEvidence(facts), evidence('Configuration', { orderTypes: names })],
    }
  },

  StatusRemoved: (facts) => {
    const { order, type } = facts
    if (type === undefined || isDeleted(facts) || statusOfOrder(facts) !== undefined) return null
    const statuses = type.orderStatuses.map(({ name }) => name)
    const labels = statuses.map((name) => statusLabel(facts, name))
    return {
      parameters: { status: order.status, type: type.name },
      since: order.updateStatusDate,
      actions: [{ code: 'ChangeStatus', parameters: { statuses: labels }, ...statusCall(facts, { status: '<status>' }) }],
      evidence: [orderEvidence(facts), evidence('Configuration', { orderType: type.name, statuses })],
    }
  },

  // workflow.md#refused-workflow-calls
  OrderQueued: (facts) => {
    const { order, type } = facts
    if (order.status !== QUEUED) return null
    const [first] = type?.orderStatuses.filter(({ name }) => name !== QUEUED).toSorted((a, b) => a.order - b.order) ?? []
    return {
      since: order.updateStatusDate ?? order.created,
      actions: [{ code: 'TakeFromQueue', ...patchCall(facts, { status: first?.name ?? '<status>' }) }],
      evidence: [orderEvidence(facts)],
    }
  },

  // orders.md#order-lock
  OrderLocked: ({ lockedUntil: at }) =>
    at === null ? null : { next: { code: 'LockEnds', parameters: { at }, at }, evidence: [evidence('Lock', { expires: at })] },
}

function isDeleted({ order }: Facts): boolean {
  return order.status === DELETED
}

/** The call that patches the order. */
export function patchCall(facts: Facts, body: object) {
  return { method: 'PATCH', url: orderUrl(facts, 'PatchOrder'), body } as const
}

export function orderEvidence({ order }: Facts) {
  const { status, orderType, storeId, updateStatusDate, isReadOnly } = order
  return evidence('Order', { status, orderType, storeId, updateStatusDate, isReadOnly })
}
