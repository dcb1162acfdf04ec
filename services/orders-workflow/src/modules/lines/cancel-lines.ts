import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { assertWritable } from '../../order/document/order-guards.ts'
import type { SavedOrder } from '../../order/order-version.ts'
import { statusAfterCancellation } from '../../order/shipments/shipment-status.ts'
import { handlingTypeOf } from '../../order/status/order-type.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { composeLinesCancelled } from '../notifications/compose-lines-cancelled.ts'
import { enqueueMessages } from '../notifications/message-store.ts'
import { shippedGoodsWarning, withShippedGoodsWarning } from '../workflow/domain/shipped-goods-canceled.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type Attempt, lockWithRuns, runAhead } from '../workflow/serialise-status-change.ts'
import { cancelLines } from './domain/order-lines-canceled.ts'

export type CancelLines = {
  orderId: string
  lineItemIds: readonly string[]
  /** Whether the customer is notified. */
  sendNotifications: boolean
  /** Refuses, by what it raises, to change the order as it is now. */
  refuse?(order: Order): void
  write: WriteRequest
  /** Further statements of the same transaction. */
  record?(tx: Transaction, saved: SavedOrder): Promise<void>
}

export type CancelledLines = {
  saved: SavedOrder
  /** The lines of which something was cancelled now. */
  lines: readonly OrderLine[]
}

/**
 * Cancels what of some lines of an order is not delivered, and where that is asked for keeps an
 * e-mail to the customer in the same transaction (lines.md#line-cancellation). The order takes a
 * cancelled status when nothing of it is left, and no step runs
 * (workflow.md#order-status-from-shipments). Ids that are no lines of the order are passed over.
 * Nothing is written when the order would take a status while a run of another one is ahead
 * (orders.md#concurrent-commands). Raises `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function cancelLinesOf(deps: RunnerDeps, command: CancelLines): Promise<Attempt<CancelledLines>> {
  const { orderId, write } = command
  return deps.inTransaction(async (tx) => {
    const { locked, underWay } = await lockWithRuns(tx, { deps, write }, orderId)
    const { order, now } = locked
    const canceled = canceledLines(deps, { command, order, now })
    const { status } = canceled.order
    const ahead = status === order.status ? null : runAhead(underWay, { status, returnId: null })
    if (ahead !== null) return { ahead }
    const saved = await locked.save(canceled.order)
    if (command.sendNotifications) await notifyCustomer(tx, deps, { order: saved.order, lines: canceled.lines })
    await command.record?.(tx, saved)
    return { done: { saved, lines: canceled.lines } }
  })
}

type Canceled = { order: Order; lines: readonly OrderLine[] }
type Canceling = { command: CancelLines; order: Order; now: string }

function canceledLines(deps: RunnerDeps, { command, order, now }: Canceling): Canceled {
  assertWritable(order)
  command.refuse?.(order)
  const canceled = cancelLines(order, command.lineItemIds, now)
  if (canceled.lines.length === 0) return canceled
  const withStatus = statusAfterCancellation(canceled.order, handlingTypeOf(order, deps.config().orderTypes), now)
  const warning = shippedGoodsWarning({ before: order, after: withStatus })
  return { lines: canceled.lines, order: warning === null ? withStatus : withShippedGoodsWarning(withStatus, warning, now) }
}

function notifyCustomer(tx: Transaction, deps: RunnerDeps, { order, lines }: Canceled): Promise<void> {
  const context = { config: deps.config(), newId: deps.newId, now: order.modified }
  return enqueueMessages(tx, composeLinesCancelled({ order, lines }, context))
}
