import type { SavedOrder, WriteRequest } from '../../../order/change-order.ts'
import type { RunnerDeps } from '../../workflow/runner.ts'
import { restoredOrder } from '../domain/order-deletion.ts'
import { restoreOrder as bringBack } from './restore-store.ts'

export type RestoreOrder = { orderId: string; write: WriteRequest }

/**
 * Gives a deleted order the status back that it had (4-decisions L.1). No workflow runs. Raises `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsNotDeleted`, `OrderIsReadOnly`, and `ValidationFailed` when it never had another status and its type is configured no longer.
 */
export async function restoreOrder(deps: RunnerDeps, { orderId, write }: RestoreOrder): Promise<SavedOrder> {
  return bringBack(deps, {
    ...write,
    orderId,
    apply: (order, context) => restoredOrder(order, { ...context, types: deps.config().orderTypes }),
  })
}
