import { DomainError } from '@open-oms/contracts/errors'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { backoffMs } from '@open-oms/service-kit/waiting/pause'
import { withReleased } from '../../order/rules/holds/holds.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'

/** Orders that are looked up at a time. */
const BATCH_SIZE = 100

// After the ones before: an order that cannot be written does not keep the others waiting.
const findDue = statement({
  name: 'holds-due',
  text: `select order_id, hold_until from order_search
    where hold_until <= $1 and not is_deleted and (hold_until, order_id) > ($2, $3) order by hold_until, order_id limit $4`,
  parameters: [Sql.timestamptz, Sql.timestamptz, Sql.text, Sql.bigint],
  row: { order_id: Sql.text, hold_until: Sql.nullable(Sql.timestamptz) },
})

export type DueHoldsDeps = Pick<OrderDeps, 'inTransaction' | 'query' | 'log' | 'now' | 'newId' | 'config'>

/**
 * The orders whose holds could not be released: how often in a row, and when they are tried again,
 * in milliseconds.
 */
type ReleaseFailures = Map<string, { failures: number; retryAt: number }>

const RETRY_PAUSE_FIRST_MS = 10_000
const RETRY_PAUSE_MAX_MS = 10 * 60_000

/** Releases due holds again and again, with a memory of those that could not be. */
export function releasingDueHolds(): (deps: DueHoldsDeps, signal: AbortSignal) => Promise<number> {
  const failing: ReleaseFailures = new Map()
  return (deps, signal) => releaseDueHolds(deps, signal, failing)
}

const write: WriteRequest = {
  operation: 'ReleaseHold',
  by: 'holds',
  actor: 'holds',
  requireScope: () => undefined,
  lock: 'waits',
}

/**
 * Releases the holds whose time has come (holds.md#release). Several processes may do so
 * concurrently: the first to lock an order releases its holds, the next finds nothing due. Returns
 * how many orders it has written. An order that cannot be written is left alone for growing pauses,
 * which `failing` remembers from one call to the next.
 */
export async function releaseDueHolds(
  deps: DueHoldsDeps,
  signal?: AbortSignal,
  failing: ReleaseFailures = new Map(),
): Promise<number> {
  const time = deps.now()
  const stillDue = new Set<string>()
  let count = 0
  for await (const orderId of dueOrders(deps, time)) {
    if (signal?.aborted) return count
    stillDue.add(orderId)
    if ((failing.get(orderId)?.retryAt ?? 0) <= time.getTime() && (await releaseDue(deps, orderId, failing))) count++
  }
  // Others were released, deleted or cancelled meanwhile: nobody asks for them again.
  for (const orderId of failing.keys()) if (!stillDue.has(orderId)) failing.delete(orderId)
  return count
}

/** The ids of all orders with a hold whose time has come, the longest due first. */
async function* dueOrders(deps: DueHoldsDeps, time: Date): AsyncGenerator<string> {
  let last: { order_id: string; hold_until: Date | null } = { order_id: '', hold_until: new Date(0) }
  for (;;) {
    const due = await findDue.on(deps, time, last.hold_until ?? time, last.order_id, BATCH_SIZE)
    for (const { order_id: orderId } of due) yield orderId
    last = due.at(-1) ?? last
    if (due.length < BATCH_SIZE) return
  }
}

/** False when there was nothing to release any more, or the order cannot be written. */
async function releaseDue(deps: DueHoldsDeps, orderId: string, failing: ReleaseFailures): Promise<boolean> {
  try {
    const { status } = await writeOrder(
      { deps, write },
      {
        orderId,
        kind: 'edit',
        change(order, { now }) {
          const isDue = ({ until }: { until: string | null }) => until !== null && until <= now
          return { order: withReleased(order, isDue, { at: now, by: write.by, cause: 'Until', note: null }) }
        },
      },
    )
    failing.delete(orderId)
    return status === 'updated'
  } catch (err) {
    if (err instanceof DomainError && err.code === 'NotFound') failing.delete(orderId)
    else {
      const failures = (failing.get(orderId)?.failures ?? 0) + 1
      const pauseMs = backoffMs(failures, { first: RETRY_PAUSE_FIRST_MS, max: RETRY_PAUSE_MAX_MS })
      failing.set(orderId, { failures, retryAt: deps.now().getTime() + pauseMs })
      deps.log.warn({ err, orderId, pauseMs }, 'a hold could not be released; trying again later')
    }
    return false
  }
}
