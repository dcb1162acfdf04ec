import type { SavedOrder } from '../../../order/rules/order-version.ts'
import { readStatusBeforeDeletion } from '../../../order/store/order-queries.ts'
import { reserveStockAgain } from '../../../order/write/follow-stock.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { editOrder, writeOrder } from '../../../order/write/write-orders.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { deletedOrder, restoredOrder } from '../domain/order-deletion.ts'

export type DeleteOrder = { orderId: string; write: WriteRequest }

/**
 * Deletes an order so that it can be restored (orders.md#soft-deletion); again it changes nothing.
 * Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`.
 */
export async function deleteOrder(deps: RunnerDeps, { orderId, write }: DeleteOrder): Promise<SavedOrder> {
  return editOrder({ deps, write }, orderId, deletedOrder)
}

export type RestoreOrder = { orderId: string; write: WriteRequest }

/**
 * Gives a deleted order the status back that it had, which is remembered beside its document, and
 * reserves what it had reserved again as far as there is stock (orders.md#order-restoration). No
 * workflow runs. Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsNotDeleted`,
 * `OrderIsReadOnly`, and `ValidationFailed` when it never had another status and its type is
 * configured no longer.
 */
export async function restoreOrder(deps: RunnerDeps, { orderId, write }: RestoreOrder): Promise<SavedOrder> {
  const { saved } = await writeOrder(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      async change(order, { tx, stock, now, versioning }) {
        const statusBefore = await readStatusBeforeDeletion(tx, orderId)
        const restored = restoredOrder(order, { statusBefore, now, types: deps.config().orderTypes })
        return { order: await reserveStockAgain(stock, restored, versioning), hasMovedStock: true }
      },
    },
  )
  return saved
}
