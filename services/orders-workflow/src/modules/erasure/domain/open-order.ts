import type { Order } from '@oms/contracts/orders/order'

/**
 * Why the customer of an order cannot be erased yet, as a part of a sentence; null: it can
 * (customers.md#customer-erasure).
 */
export function whyOpen(
  order: Pick<Order, 'status' | 'fulfilmentStatus'>,
  { isDeleted, hasRun }: { isDeleted: boolean; hasRun: boolean },
): string | null {
  if (hasRun) return 'has a workflow run under way'
  const isUndelivered = order.fulfilmentStatus === 'Unfulfilled' || order.fulfilmentStatus === 'PartiallyFulfilled'
  return isUndelivered && !isDeleted ? `has goods that have not left (status ${order.status})` : null
}
