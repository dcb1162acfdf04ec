import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../order/change-order.ts'
import { assertWritable } from '../../order/document/order-guards.ts'
import { settledStatus } from '../../order/shipments/shipment-status.ts'
import { handlingTypeOf } from '../../order/status/transitions.ts'
import { composeLinesCancelled } from '../notifications/compose-lines-cancelled.ts'
import { enqueueMessages } from '../notifications/message-store.ts'
import { shippedGoodsWarning, withShippedGoodsWarning } from '../workflow/domain/shipped-goods-canceled.ts'
import type { RunnerDeps } from '../workflow/runner.ts'
import { readRunsUnderWay, requireTurn } from '../workflow/runs-ahead.ts'
import { cancelLines } from './domain/order-lines-canceled.ts'

export type CancelLines = {
  orderId: string
  lineItemIds: readonly string[]
  /** Whether the customer is told. */
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
 * Cancels what of some lines of an order is not delivered, and where that is asked for keeps an e-mail to the customer in the same
 * transaction (4-decisions K.2). The order takes a cancelled status when nothing of it is left, and no step runs (F.5). Ids that are no lines of
 * the order are passed over. Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`, and
 * `RunAhead` when the order would take a status while a run of another one is under way (B.2).
 */
export async function cancelLinesOf(deps: RunnerDeps, command: CancelLines): Promise<CancelledLines> {
  const { orderId, write } = command
  let canceled: Canceled | null = null
  const done = (): Canceled => {
    invariant(canceled !== null, 'an order is looked at before anything is done with it')
    return canceled
  }
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    // No run may begin between the look at those under way and the save.
    isLocking: true,
    async look(tx, order, now) {
      canceled = canceledLines(deps, { command, order, now })
      const { status } = canceled.order
      if (status !== order.status) requireTurn(await readRunsUnderWay(tx, orderId), { status: status as string, returnId: null })
    },
    apply: () => done().order,
    hasAlongside: () => command.sendNotifications || command.record !== undefined,
    async alongside(tx, written) {
      if (command.sendNotifications) await tellCustomer(tx, deps, { order: written.order, lines: done().lines })
      await command.record?.(tx, written)
    },
  })
  return { saved, lines: done().lines }
}

type Canceled = { order: Order; lines: readonly OrderLine[] }
type Canceling = { command: CancelLines; order: Order; now: string }

function canceledLines(deps: RunnerDeps, { command, order, now }: Canceling): Canceled {
  assertWritable(order)
  command.refuse?.(order)
  const canceled = cancelLines(order, command.lineItemIds, now)
  if (canceled.lines.length === 0) return canceled
  const settled = settledStatus(canceled.order, handlingTypeOf(order, deps.config().orderTypes), now)
  const warning = shippedGoodsWarning({ before: order, after: settled })
  return { lines: canceled.lines, order: warning === null ? settled : withShippedGoodsWarning(settled, warning, now) }
}

function tellCustomer(tx: Transaction, deps: RunnerDeps, { order, lines }: Canceled): Promise<void> {
  const context = { config: deps.config(), newId: deps.newId, now: order.modified }
  return enqueueMessages(tx, composeLinesCancelled({ order, lines }, context))
}
