import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { HoldList, HoldRequest } from '@open-oms/contracts/orders/hold'
import type { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { orderHolds, withHold, withReleased } from '../../order/rules/holds/holds.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { isPaid } from '../../order/rules/payments/payment-status.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { Facts } from '../../order/write/intent.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder, writeOrder } from '../../order/write/write-orders.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'

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

/** The holds of an order, released ones too, oldest first (holds.md#holds). Raises `NotFound`. */
export async function listHolds(deps: Pick<OrderDeps, 'query'>, key: OrderKey): Promise<HoldList> {
  const { document } = await readOrderDocument(deps, key)
  return { result: [...orderHolds(JSON.parse(document))] }
}

type ReleaseHold = { orderId: string; holdId: string; note: string | null; write: WriteRequest }

/**
 * Releases a hold (holds.md#release); with the last one the runs that waited continue in the
 * background. One that is released already stays as it is. Raises `NotFound` for the order or the
 * hold, `Forbidden`, `VersionConflict`, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export async function releaseHold(deps: RunnerDeps, { orderId, holdId, note, write }: ReleaseHold): Promise<SavedOrder> {
  const change = (order: Order, { now }: Facts) => {
    assertWritable(order)
    if (!orderHolds(order).some(({ id }) => id === holdId))
      throw new DomainError('NotFound', `Order "${orderId}" has no hold "${holdId}".`)
    const released = withReleased(order, ({ id }) => id === holdId, { at: now, by: write.by, cause: 'Call', note })
    // Without it the runs would wait until some process looks for runs that nobody carries out.
    const resume = () => deps.background.add(async () => void (await resumeRuns(deps)))
    return { order: released, ...(released === order ? {} : { afterCommit: resume }) }
  }
  return (await writeOrder({ deps, write: { ...write, lock: 'waits' } }, { orderId, kind: 'edit', change })).saved
}
