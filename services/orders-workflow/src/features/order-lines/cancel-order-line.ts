import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps.ts'
import type { SavedOrder, WriteRequest } from '../../persistence/change-order.ts'
import { cancelLinesOf } from './cancel-lines.ts'

export type CancelOrderLine = { orderId: string; lineItemId: string; sendNotifications: boolean; write: WriteRequest }

/**
 * Cancels what of a line is not delivered; again it changes nothing (4-decisions K.2). Raises `NotFound` also for an unknown line,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function cancelOrderLine(deps: Deps, { lineItemId, ...command }: CancelOrderLine): Promise<SavedOrder> {
  const { saved } = await cancelLinesOf(deps, {
    ...command,
    lineItemIds: [lineItemId],
    refuse({ id, orderForm }) {
      if (!orderForm.lineItems.some((line) => line.lineItemId === lineItemId))
        throw new DomainError('NotFound', `Order "${id}" has no line "${lineItemId}".`)
    },
  })
  return saved
}
