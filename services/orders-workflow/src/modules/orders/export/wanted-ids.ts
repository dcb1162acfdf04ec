import type { OrderExportRequest } from '@oms/contracts/orders/search/export'

/**
 * The ids that an export is limited to; null when it names none, which is no limit
 * (orders.md#order-export).
 */
export function wantedIds({ orderIds = [] }: OrderExportRequest): string[] | null {
  const ids = [...new Set(orderIds)].filter((id) => id !== '')
  return ids.length === 0 ? null : ids
}
