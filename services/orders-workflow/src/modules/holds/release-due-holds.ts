import { DomainError } from '@oms/contracts/errors'
import { bigint, nullable, statement, text, timestamptz } from '@oms/service-kit/database/statement'
import { withReleased } from '../../order/holds/holds.ts'
import { inLockedOrder } from '../../order/locked-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { WriteRequest } from '../../order/write-context.ts'

/** Orders that are looked up at a time. */
const BATCH_SIZE = 100

// After the ones before: an order that cannot be written does not keep the others waiting.
const findDue = statement({
  name: 'holds-due',
  text: `select order_id, hold_until from order_search
    where hold_until <= $1 and not is_deleted and (hold_until, order_id) > ($2, $3) order by hold_until, order_id limit $4`,
  parameters: [timestamptz, timestamptz, text, bigint],
  row: { order_id: text, hold_until: nullable(timestamptz) },
})

export type DueHoldsDeps = Pick<OrderDeps, 'inTransaction' | 'query' | 'log' | 'now' | 'newId' | 'config'>

const write: WriteRequest = {
  operation: 'ReleaseHold',
  by: 'holds',
  actor: 'holds',
  requireScope: () => undefined,
  lock: 'waits',
}

/**
 * Releases the holds whose time has come (holds.md#release). Several processes may do so at once:
 * the first to lock an order releases its holds, the next finds nothing due. Returns how many
 * orders it has written.
 */
export async function releaseDueHolds(deps: DueHoldsDeps, signal?: AbortSignal): Promise<number> {
  const time = deps.now()
  let count = 0
  let last: { order_id: string; hold_until: Date | null } = { order_id: '', hold_until: new Date(0) }
  for (;;) {
    const due = await findDue.on(deps, time, last.hold_until ?? time, last.order_id, BATCH_SIZE)
    for (const { order_id: orderId } of due) {
      if (signal?.aborted) return count
      if (await releaseDue(deps, orderId)) count++
    }
    last = due.at(-1) ?? last
    if (due.length < BATCH_SIZE) return count
  }
}

/** False when there was nothing to release any more, or the order cannot be written. */
async function releaseDue(deps: DueHoldsDeps, orderId: string): Promise<boolean> {
  try {
    return await inLockedOrder({ deps, write }, orderId, async ({ order, now, save }) => {
      const isDue = ({ until }: { until: string | null }) => until !== null && until <= now
      const released = withReleased(order, isDue, { at: now, by: write.by, cause: 'Until', note: null })
      await save(released)
      return released !== order
    })
  } catch (err) {
    if (!(err instanceof DomainError && err.code === 'NotFound'))
      deps.log.warn({ err, orderId }, 'a hold could not be released; trying again later')
    return false
  }
}
