import type { Order } from '@oms/contracts/orders/order'

type Naming = Pick<Order, 'storeId' | 'returnOrderForms'>

/**
 * Asks `requireScope` about every store that a write gives an order to: its own, and those that
 * return forms take goods back for and did not name before (security.md#store-scope). `before` is
 * the order as it is stored; null for a new one.
 */
export function requireNamedStores(requireScope: (storeId: string | null) => void, order: Naming, before: Naming | null): void {
  requireScope(order.storeId)
  const known = new Map(before?.returnOrderForms.map(({ returnId, storeId }) => [returnId, storeId]))
  for (const { returnId, storeId } of order.returnOrderForms)
    if (storeId !== null && storeId !== '' && storeId !== known.get(returnId)) requireScope(storeId)
}
