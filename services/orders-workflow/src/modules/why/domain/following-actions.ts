import type { OrderStatus } from '@oms/contracts/config/order-types'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { DELETED, QUEUED } from '../../../order/rules/context/order-guards.ts'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { listStatusTransitions } from '../../../order/rules/status/transitions.ts'
import { type Facts, hasOpenUnits, statusAction, statusOfOrder } from './facts.ts'

/** Most of the statuses that may follow, which actions name. */
const FOLLOWING_MAX = 3

/**
 * The first statuses that may follow, in the order of the type, then a cancelled one, and deletion
 * where a policy names it; nothing with which goods leave while the order is held (why.md#reasons).
 */
export function followingActions(facts: Facts): ReasonAction[] {
  const { order, types, type } = facts
  const allowed = new Set(listStatusTransitions(order, types).flatMap(({ status, allowed }) => (allowed ? [status] : [])))
  const statuses = (type?.orderStatuses ?? []).filter(
    (status) =>
      allowed.has(status.name) && ![order.status, QUEUED].includes(status.name) && !(isHeld(order) && isLeavingStatus(status)),
  )
  const isEnforced = statusOfOrder(facts)?.enforceAvailableStepsPolicy === true
  const following = statuses
    .filter((status) => !status.isCanceledStatus && status.name !== DELETED && (isEnforced || leadsOn(facts, status)))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, isEnforced ? statuses.length : FOLLOWING_MAX)
  const into = ({ name }: OrderStatus) => statusAction(facts, { status: name, sentence: `Let it go on to ${name}.` })
  const end = (status: OrderStatus | undefined, sentence: string) =>
    status === undefined ? [] : [statusAction(facts, { status: status.name, sentence })]
  const cancel = statuses.find(({ isCanceledStatus }) => isCanceledStatus)
  const deletion = isEnforced ? statuses.find(({ name }) => name === DELETED) : undefined
  return [...following.map(into), ...end(cancel, 'Cancel it.'), ...end(deletion, 'Delete it.')]
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
