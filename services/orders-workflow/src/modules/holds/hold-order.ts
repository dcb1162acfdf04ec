import { invalid } from '@oms/contracts/errors'
import type { HoldRequest } from '@oms/contracts/orders/hold'
import type { InputOf } from '@oms/contracts/primitives'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { withHold } from '../../order/rules/holds/holds.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { isPaid } from '../../order/rules/payments/payment-status.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder } from '../../order/write/write-orders.ts'

export type HoldOrder = {
  orderId: string
  request: InputOf<HoldRequest> & { reasonCode: string }
  write: WriteRequest
}

/**
 * Holds an order (holds.md#holds). It does not wait for what is under way, and setting `orderLock`
 * does not refuse it. Raises `NotFound`, `Forbidden`, `VersionConflict`, `ValidationFailed`,
 * `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function holdOrder(deps: OrderDeps, { orderId, request, write }: HoldOrder): Promise<SavedOrder> {
  const { reasonCode, note = null, until, releaseRule = null } = request
  const id = deps.newId()
  return editOrder({ deps, write: { ...write, lock: 'waits' } }, orderId, (order, now) => {
    assertWritable(order)
    if (releaseRule === 'PaidInFull' && isPaid(order)) throw invalid('releaseRule', 'releases nothing: the order is paid already')
    const endsAt = until === undefined ? null : timeAfter(until, now)
    const placed = { id, reasonCode, note, rule: null, created: now, createdBy: write.by, until: endsAt, releaseRule }
    return withHold(order, placed)
  })
}

function timeAfter(until: string, now: string): string {
  const time = new Date(until).toISOString()
  if (time <= now) throw invalid('until', 'must be in the future')
  return time
}
