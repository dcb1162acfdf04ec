import type { Order } from '@oms/contracts/orders/order'

type Naming = Pick<Order, 'storeId' | 'returnOrderForms'>

/**
 * Calls `requireScope` for every store that a write adds to an order: its own, and new ones of its
 * return forms (security.md#store-scope). `before` is the stored order; null for a new one.
 */
export function requireNamedStores(requireScope: (storeId: string | null) => void, order: Naming, before: Naming | null): void {
  requireScope(order.storeId)
  const known = new Map(before?.returnOrderForms.map(({ returnId, storeId }) => [returnId, storeId]))
  for (const { returnId, storeId } of order.returnOrderForms)
    if (storeId !== null && storeId !== '' && storeId !== known.get(returnId)) requireScope(storeId)
}
