import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import { jittered, pause } from '@open-oms/service-kit/waiting/pause'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { typeNamed } from '../../order/rules/status/order-type.ts'
import { countTypesAndStatuses, type TypeAndStatusCount } from '../search/order-counts.ts'

/** Orders with a type, or a status of their type, that the configuration does not have. */
export type UnconfiguredCount = TypeAndStatusCount & { missing: 'orderType' | 'status' }

export type UnconfiguredDeps = Pick<Database, 'query'> & {
  log: Log
  config: () => Pick<OrdersConfig, 'orderTypes'>
  /** Registers a listener for reloads of the configuration. */
  onReload: (listener: () => void) => void
}

const RETRY_PAUSE_MS = 10_000

/**
 * Counts the orders whose type or status was removed from the configuration, and logs a warning
 * with them at the start and after each reload. The start does not wait for the database.
 */
export function watchUnconfiguredOrders(deps: UnconfiguredDeps): { stop(): Promise<void> } {
  const { config, log, onReload } = deps
  const count = async () => unconfiguredAmong(await countTypesAndStatuses(deps), config().orderTypes)
  const stopped = new AbortController()
  const report = async () => {
    while (!stopped.signal.aborted) {
      try {
        return warn(log, await count())
      } catch (err) {
        if (!stopped.signal.aborted)
          log.warn({ err }, 'orders of removed types and statuses could not be counted; trying again later')
        await pause(jittered(RETRY_PAUSE_MS), stopped.signal)
      }
    }
  }
  // One report at a time: while the database is unreachable the next one waits.
  let reporting = report()
  onReload(() => {
    reporting = reporting.then(report)
  })
  return {
    stop: async () => {
      stopped.abort()
      await reporting
    },
  }
}

/** The counts whose type, or status of their type, is not configured. */
export function unconfiguredAmong(counts: readonly TypeAndStatusCount[], types: readonly OrderType[]): UnconfiguredCount[] {
  return counts.flatMap((one): UnconfiguredCount[] => {
    const type = typeNamed(one.orderType, types)
    if (type === undefined) return [{ ...one, missing: 'orderType' }]
    return type.orderStatuses.some(({ name }) => name === one.status) ? [] : [{ ...one, missing: 'status' }]
  })
}

function warn(log: Log, unconfigured: readonly UnconfiguredCount[]): void {
  if (unconfigured.length === 0) return
  const count = unconfigured.reduce((sum, one) => sum + one.count, 0)
  log.warn({ count, unconfigured }, 'orders have a type or a status that is not configured; see docs/how-to/remove-a-status.md')
}
