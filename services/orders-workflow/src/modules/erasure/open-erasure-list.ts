import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@open-oms/contracts/errors'
import { ERASURES_FILE } from '@open-oms/contracts/orders/customers/erasure'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { keepErasureList } from './keep-erasure-list.ts'
import { replayErasures } from './replay-erasures.ts'

/**
 * Removes again what a restored backup has brought back, before anyone may see it, and keeps the
 * list of erasures in the data folder from then on, until it is stopped. A list that cannot be
 * applied is an `Error`; an unreachable database is waited for.
 */
export async function openErasureList(deps: OrderDeps, dataDir: string): Promise<{ stop: () => Promise<void> }> {
  const file = join(dataDir, ERASURES_FILE)
  for (let isWaiting = false; !(await isReplayed(deps, file)); isWaiting = true) {
    if (!isWaiting) deps.log.warn('the database is waited for: what was erased must not come back')
    await sleep(1_000)
  }
  return keepErasureList({ query: deps.query, file, log: deps.log })
}

async function isReplayed(deps: OrderDeps, file: string): Promise<boolean> {
  try {
    const { orders, customers, unreadable } = await replayErasures(deps, file)
    if (orders + customers > 0)
      deps.log.warn({ orders, customers }, 'what was erased before the database was restored is erased again')
    if (unreadable > 0) deps.log.warn({ lines: unreadable, file }, 'erasures of another database cannot be found in this one')
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'Unavailable') return false
    throw error
  }
}
