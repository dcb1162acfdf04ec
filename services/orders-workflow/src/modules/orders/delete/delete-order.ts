import { changeOrder } from '../../../order/change-order.ts'
import type { SavedOrder } from '../../../order/order-version.ts'
import type { WriteRequest } from '../../../order/write-context.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { deletedOrder } from '../domain/order-deletion.ts'

export type DeleteOrder = { orderId: string; write: WriteRequest }

/**
 * Deletes an order so that it can be restored (orders.md#soft-deletion); again it changes nothing.
 * Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`.
 */
export async function deleteOrder(deps: RunnerDeps, { orderId, write }: DeleteOrder): Promise<SavedOrder> {
  return changeOrder({ deps, write }, orderId, deletedOrder)
}
