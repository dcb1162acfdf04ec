import { DomainError } from '@open-oms/contracts/errors'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { isHeld } from '../../order/rules/holds/holds.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { wakeHeldRuns } from '../../runs/run-statements.ts'
import type { DueHoldsDeps } from './release-due-holds.ts'

/** Orders that are looked up at a time. */
const BATCH_SIZE = 100

const findReleased = statement({
  name: 'runs-held-of-released',
  text: `select distinct order_id from workflow_run as r where state = 'Held' and order_id > $1
    and not exists (select from order_search as s where s.order_id = r.order_id and s.held_since is not null)
    order by order_id limit $2`,
  parameters: [Sql.text, Sql.bigint],
  row: { order_id: Sql.text },
})

const write: WriteRequest = {
  operation: 'Workflow',
  by: 'holds',
  actor: 'holds',
  requireScope: () => undefined,
  lock: 'waits',
}

/**
 * Wakes held runs whose order is no longer held. Every write that releases an order does so itself;
 * a process of an earlier version may have left some (holds.md#release). Returns of how many
 * orders.
 */
export async function wakeReleasedRuns(deps: DueHoldsDeps, signal?: AbortSignal): Promise<number> {
  let [count, last] = [0, '']
  for (;;) {
    const found = await findReleased.on(deps, last, BATCH_SIZE)
    for (const { order_id: orderId } of found) {
      if (signal?.aborted) return count
      if (await wakeReleased(deps, orderId)) count++
    }
    last = found.at(-1)?.order_id ?? last
    if (found.length < BATCH_SIZE) return count
  }
}

/** False when the order is held, or was purged in the meantime. */
async function wakeReleased(deps: DueHoldsDeps, orderId: string): Promise<boolean> {
  try {
    const { result: isWoken } = await writeOrder<boolean>(
      { deps, write },
      {
        orderId,
        kind: 'edit',
        async change(order, { tx }) {
          if (!isHeld(order)) await wakeHeldRuns.on(tx, [orderId])
          return { order, result: !isHeld(order) }
        },
      },
    )
    return isWoken
  } catch (err) {
    if (!(err instanceof DomainError && err.code === 'NotFound'))
      deps.log.warn({ err, orderId }, 'a held run could not be continued; trying again later')
    return false
  }
}
