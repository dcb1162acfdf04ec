import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Hold, HoldReleaseCause } from '@open-oms/contracts/orders/hold'
import type { Order } from '@open-oms/contracts/orders/order'
import { LIST_MAX } from '@open-oms/contracts/primitives'

/**
 * The holds of an order, released ones too, oldest first; none in orders from before there were
 * holds.
 */
export function orderHolds({ holds = [] }: Pick<Order, 'holds'>): readonly Hold[] {
  return holds
}

/** The holds that are not released. */
export function activeHolds(order: Pick<Order, 'holds'>): Hold[] {
  return orderHolds(order).filter(({ released }) => released === null)
}

/** Whether an order is held (holds.md#holds). */
export function isHeld(order: Pick<Order, 'holds'>): boolean {
  return activeHolds(order).length > 0
}

/** Why an order is held, in one sentence. */
export function holdReason(order: Pick<Order, 'holds'>): string {
  return `The order is held (${[...new Set(activeHolds(order).map(({ reasonCode }) => reasonCode))].join(', ')}).`
}

/** The refusal of what a held order does not do (holds.md#refused-calls). */
export function orderIsHeld(order: Order, what: string): DomainError {
  const holds = activeHolds(order).map(({ id, reasonCode, until }) => ({ holdId: id, reasonCode, until }))
  return new DomainError('OrderIsHeld', `${holdReason(order)} ${what}`, { fields: { holds } })
}

/** Refuses to make an order that sends goods instead of those of a held one: `OrderIsHeld`. */
export function assertMaySendAnew(order: Order): void {
  if (isHeld(order)) throw orderIsHeld(order, 'No goods may be sent in its place before its holds are released.')
}

export type NewHold = Pick<Hold, 'id' | 'reasonCode' | 'note' | 'rule' | 'created' | 'createdBy' | 'until' | 'releaseRule'>

/**
 * The order with one more hold. Of a full list the oldest released hold is dropped. Raises
 * `ValidationFailed` when none of them is released (orders.md#order-limits).
 */
export function withHold(order: Order, hold: NewHold): Order {
  const holds = [...orderHolds(order), { ...hold, released: null, releasedBy: null, releaseCause: null, releaseNote: null }]
  if (holds.length <= LIST_MAX) return { ...order, holds }
  const dropped = holds.findIndex(({ released }) => released !== null)
  if (dropped < 0) throw invalid('', `Order "${order.id}" has ${LIST_MAX} holds already.`)
  return { ...order, holds: holds.toSpliced(dropped, 1) }
}

export type Release = { at: string; by: string | null; cause: HoldReleaseCause; note: string | null }

/** The order with those of its active holds released that match; the same order when none does. */
export function withReleased(order: Order, matches: (hold: Hold) => boolean, { at, by, cause, note }: Release): Order {
  const isDue = (hold: Hold) => hold.released === null && matches(hold)
  const holds = orderHolds(order)
  if (!holds.some(isDue)) return order
  const released = { released: at, releasedBy: by, releaseCause: cause, releaseNote: note }
  return { ...order, holds: holds.map((hold) => (isDue(hold) ? { ...hold, ...released } : hold)) }
}

/**
 * When a run begins on an order: now, but never before a cancellation that it follows. The process
 * that cancelled it may have had a clock that is ahead, and the run would be taken for one that the
 * cancellation has ended.
 */
export function startAfterCancellation(order: Order, now: string): string {
  const cancellations = orderHolds(order).flatMap(({ releaseCause, released }) =>
    releaseCause === 'Canceled' && released !== null ? [released] : [],
  )
  return [...cancellations, now].sort().at(-1) ?? now
}

/**
 * Whether a cancellation has ended what a run still had to do when the order was held
 * (holds.md#cancellation-of-held-orders).
 */
export function isEndedByCancellation(order: Order, started: string): boolean {
  return orderHolds(order).some(
    ({ releaseCause, released }) => releaseCause === 'Canceled' && released !== null && released > started,
  )
}
