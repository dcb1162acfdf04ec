import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { canceledStatusNames } from './context/return-type.ts'
import { activeHolds, isHeld, orderIsHeld, withReleased } from './holds/holds.ts'
import { goodsLeave } from './holds/leaving-goods.ts'
import { isPaid } from './payments/payment-status.ts'
import { effectiveOrderType } from './status/order-type.ts'

type HoldChangeContext = {
  types: readonly OrderType[]
  /** Who writes, and when, ISO 8601 UTC. */
  by: string
  at: string
  /** The change gives lines other ids, or statuses other names, and does nothing else. */
  isRenaming: boolean
}

/**
 * A changed order, its amounts calculated, as its holds have it (holds.md#release): those are
 * released whose rule the change fulfils, and all of an order that is cancelled. Raises
 * `OrderIsHeld` when goods of an order leave that is held before and after the change.
 */
export function followHolds(before: Order, after: Order, { types, by, at, isRenaming }: HoldChangeContext): Order {
  if (!isHeld(after)) return after
  if (!isRenaming) assertHeldGoodsStay(before, after, types)
  const paid = isPaid(after) ? withReleased(after, isReleasedByPayment, { at, by, cause: 'PaidInFull', note: null }) : after
  const canceled = new Set<string | null>(canceledStatusNames(effectiveOrderType(after, types)))
  if (!canceled.has(after.status) || canceled.has(before.status)) return paid
  return withReleased(paid, () => true, { at, by, cause: 'Canceled', note: null })
}

/**
 * Raises `OrderIsHeld` when a change lets goods leave of an order that is held before and after it
 * (holds.md#refused-calls). Expects calculated amounts.
 */
export function assertHeldGoodsStay(before: Order, after: Order, types: readonly OrderType[]): void {
  if (!isHeld(before) || !activeHolds(after).some((hold) => !(isReleasedByPayment(hold) && isPaid(after)))) return
  if (goodsLeave(before, after, types)) throw orderIsHeld(after, 'Nothing of it may leave before its holds are released.')
}

function isReleasedByPayment({ releaseRule }: { releaseRule: string | null }): boolean {
  return releaseRule === 'PaidInFull'
}
