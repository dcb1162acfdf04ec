import { DomainError, type ErrorCode, invalid } from '@open-oms/contracts/errors'
import { CANCEL_ORDERS_MAX } from '@open-oms/contracts/orders/routes/order-lines'
import type { WriteRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type CancelLines, executeCancelLines } from './cancel-lines.ts'

export type CancelOrderLines = {
  references: readonly { orderId: string; lineItemIds: readonly string[] }[]
  sendNotifications: boolean
  write: WriteRequest
}

/**
 * The errors of one order that do not affect the others (lines.md#line-cancellation). The list
 * itself is valid by then: `ValidationFailed` is raised for an order as it is stored. The list does
 * not wait for an order that another run blocks (orders.md#concurrent-commands).
 */
const passedOver: ReadonlySet<ErrorCode> = new Set([
  'NotFound',
  'Forbidden',
  'OrderIsDeleted',
  'OrderIsReadOnly',
  'ResourceLocked',
  'ValidationFailed',
])

/**
 * Cancels lines of several orders, each order as a whole or not at all, and returns of how many
 * lines something was cancelled (lines.md#line-cancellation). Orders and lines that cannot be
 * cancelled are passed over. Raises `ValidationFailed` for more than 100 orders.
 */
export async function cancelOrderLines(deps: RunnerDeps, { references, ...command }: CancelOrderLines): Promise<number> {
  const byOrder = new Map<string, string[]>()
  for (const { orderId, lineItemIds } of references) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), ...lineItemIds])
  if (byOrder.size > CANCEL_ORDERS_MAX) throw invalid('', `The list names more than ${CANCEL_ORDERS_MAX} orders`)
  let count = 0
  // In the order of their ids: with an Idempotency-Key all are one transaction, and two of these
  // must not wait for each other.
  for (const orderId of [...byOrder.keys()].sort())
    count += await cancelOrPassOver(deps, { ...command, orderId, lineItemIds: byOrder.get(orderId) ?? [] })
  return count
}

async function cancelOrPassOver(deps: RunnerDeps, command: CancelLines): Promise<number> {
  try {
    const attempt = await executeCancelLines(deps, command)
    return 'done' in attempt ? attempt.done.lines.length : 0
  } catch (error) {
    if (error instanceof DomainError && passedOver.has(error.code)) return 0
    throw error
  }
}
