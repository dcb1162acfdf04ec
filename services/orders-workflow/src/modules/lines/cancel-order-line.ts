import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { serialiseStatusChange } from '../workflow/serialise-status-change.ts'
import { executeCancelLines } from './cancel-lines.ts'

export type CancelOrderLine = {
  orderId: string
  lineItemId: string
  sendNotifications: boolean
  write: WriteRequest
  /** Stores the response in the transaction that produces it. */
  record(tx: Transaction, saved: SavedOrder): Promise<void>
}

/**
 * Cancels the undelivered quantity of a line; again it changes nothing
 * (lines.md#line-cancellation). Is serialised with other runs when the order takes a status with it
 * (orders.md#concurrent-commands). Raises `NotFound` also for an unknown line, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function cancelOrderLine(deps: RunnerDeps, { lineItemId, ...command }: CancelOrderLine): Promise<SavedOrder> {
  const { saved } = await serialiseStatusChange(deps, command.orderId, () =>
    executeCancelLines(deps, {
      ...command,
      lineItemIds: [lineItemId],
      refuse({ id, orderForm }) {
        if (!orderForm.lineItems.some((line) => line.lineItemId === lineItemId))
          throw new DomainError('NotFound', `Order "${id}" has no line "${lineItemId}".`)
      },
    }),
  )
  return saved
}
