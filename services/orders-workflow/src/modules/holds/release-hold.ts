import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { orderHolds, withReleased } from '../../order/rules/holds/holds.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { Facts } from '../../order/write/intent.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'

export type ReleaseHold = { orderId: string; holdId: string; note: string | null; write: WriteRequest }

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
