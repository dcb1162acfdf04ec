import type { Order } from '@open-oms/client/types'

/** Whether the API takes writes of an order at all. */
export function isOpenToChanges({ isReadOnly, status }: Pick<Order, 'isReadOnly' | 'status'>): boolean {
  return !isReadOnly && status !== 'Deleted'
}
