import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { statusAfterCancellation } from '../../order/rules/shipments/shipment-status.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { Change, ChangeFacts } from '../../order/write/intent.ts'
import type { StockSession } from '../../order/write/stock-session.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { linesCancelledMessage } from '../notifications/messages/lines-cancelled-message.ts'
import { shippedGoodsWarning, withShippedGoodsWarning } from '../workflow/domain/shipped-goods-canceled.ts'
import { type EnteredOrder, enterByCancellation, writtenWith } from '../workflow/enter-order.ts'
import { runInTransactionSteps } from '../workflow/runner/in-transaction-steps.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type Attempt, hasOpenCall, runAhead } from '../workflow/serialise-status-change.ts'
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
 * Cancels the undelivered quantities of some lines of an order, and where that is asked for keeps
 * an e-mail to the customer in the same transaction (lines.md#line-cancellation). The order takes a
 * cancelled status when nothing of it is left, and no step runs but the one that voids what is left
 * of its authorisations (workflow.md#cancellation-of-lines). Ids that are no lines of the order are
 * passed over. Nothing is written when the order would take a status while a run of another one is
 * ahead (orders.md#concurrent-commands). Raises `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function executeCancelLines(deps: RunnerDeps, command: CancelLines): Promise<Attempt<CancelledLines>> {
  const { orderId, write } = command
  const change = async (order: Order, facts: ChangeFacts): Promise<Change<Attempt<CancelledLines>>> => {
    const canceled = canceledLines(deps, { command, order, now: facts.now })
    const { lines } = canceled
    const { status } = canceled.order
    const ahead = status === order.status ? null : runAhead(facts.underWay, { status, returnId: null })
    if (ahead !== null) return { order, result: { ahead } }
    const written = await voidingRest(deps, { canceled, write, facts })
    const notice = command.sendNotifications
      ? linesCancelledMessage(canceled, { ...deps, config: deps.config(), now: facts.now })
      : []
    return {
      ...written,
      messages: [...(written.messages ?? []), ...notice],
      async conclude(tx, saved) {
        await command.record?.(tx, saved)
        return { done: { saved, lines } }
      },
    }
  }
  return (await writeOrder<Attempt<CancelledLines>>({ deps, write }, { orderId, kind: 'edit', needsRuns: true, change })).result
}

/** The order with the run that voids what is left of its authorisations, if anything is. */
async function voidingRest(
  deps: RunnerDeps,
  {
    canceled,
    write,
    facts: { tx, stock, now, stored, underWay },
  }: { canceled: Cancellation; write: WriteRequest; facts: ChangeFacts },
): Promise<Change<never>> {
  if (canceled.lines.length === 0) return { order: canceled.order }
  const entered = enterByCancellation(deps, canceled.order, { startedBy: write.by, now, stored: stored.order })
  return writtenWith(deps, await withFirstCalls(tx, deps, { entered, stock, isCallOpen: hasOpenCall(underWay) }))
}

/** A call without an external effect is part of the write. */
async function withFirstCalls(
  tx: Transaction,
  deps: RunnerDeps,
  { entered, stock, isCallOpen }: { entered: EnteredOrder; stock: StockSession; isCallOpen: boolean },
): Promise<EnteredOrder> {
  const { begun, context } = entered
  if (begun === null || context === undefined) return entered
  const policy = { connectors: deps.connectors, isDryRun: false }
  const { advanced, messages } = await runInTransactionSteps(tx, deps, { advanced: begun, context, policy, stock, isCallOpen })
  return { order: advanced.order, begun: advanced, messages }
}

type Cancellation = { order: Order; lines: readonly OrderLine[] }
type CancellationInput = { command: CancelLines; order: Order; now: string }

function canceledLines(deps: RunnerDeps, { command, order, now }: CancellationInput): Cancellation {
  assertWritable(order)
  command.refuse?.(order)
  const canceled = cancelLines(order, command.lineItemIds, now)
  if (canceled.lines.length === 0) return canceled
  const withStatus = statusAfterCancellation(canceled.order, effectiveOrderType(order, deps.config().orderTypes), now)
  const warning = shippedGoodsWarning({ before: order, after: withStatus })
  return { lines: canceled.lines, order: warning === null ? withStatus : withShippedGoodsWarning(withStatus, warning, now) }
}
