import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Deps } from '../../deps.ts'
import { assertWritable } from '../../domain/order-guards.ts'
import { cancelLines } from '../../domain/order-lines-canceled.ts'
import { settledStatus } from '../../domain/shipment-status.ts'
import { shippedGoodsWarning, withShippedGoodsWarning } from '../../domain/shipped-goods-canceled.ts'
import { handlingTypeOf } from '../../domain/transitions.ts'
import { composeLinesCancelled } from '../../messages/compose-lines-cancelled.ts'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../persistence/change-order.ts'
import { enqueueMessages } from '../../persistence/message-repository.ts'

export type CancelLines = {
  orderId: string
  lineItemIds: readonly string[]
  /** Whether the customer is told. */
  sendNotifications: boolean
  /** Refuses, by what it raises, to change the order as it is now. */
  refuse?(order: Order): void
  write: WriteRequest
}

export type CancelledLines = {
  saved: SavedOrder
  /** The lines of which something was cancelled now. */
  lines: readonly OrderLine[]
}

/**
 * Cancels what of some lines of an order is not delivered, and where that is asked for keeps an e-mail to the customer in the same
 * transaction (4-decisions K.2). The order takes a cancelled status when nothing of it is left, and no step runs (F.5). Ids that are no lines of the order are passed over. Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function cancelLinesOf(deps: Deps, command: CancelLines): Promise<CancelledLines> {
  const { orderId, lineItemIds, refuse, write } = command
  let lines: readonly OrderLine[] = []
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      assertWritable(order)
      refuse?.(order)
      const canceled = cancelLines(order, lineItemIds, now)
      lines = canceled.lines
      if (lines.length === 0) return canceled.order
      const settled = settledStatus(canceled.order, handlingTypeOf(order, deps.config().orderTypes), now)
      const warning = shippedGoodsWarning({ before: order, after: settled })
      return warning === null ? settled : withShippedGoodsWarning(settled, warning, now)
    },
    ...(command.sendNotifications && {
      alongside: (tx, { order }) =>
        enqueueMessages(
          tx,
          composeLinesCancelled({ order, lines }, { config: deps.config(), newId: deps.newId, now: order.modified }),
        ),
    }),
  })
  return { saved, lines }
}
